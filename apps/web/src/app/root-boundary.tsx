import { Component, type ReactNode } from 'react';
import { BrokenPage } from './broken-page.tsx';

/** Catches what no route caught, so that a fault never leaves an empty window. */
export class RootBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenPage /> : this.props.children;
  }
}
