import { useEffect } from 'react';

/** Names the browser's tab after what it shows; the product's name comes last. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Armarium` : 'Armarium';
  }, [title]);
}
