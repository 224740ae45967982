import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What this place is for, or what to do next. */
  children?: ReactNode;
  action?: ReactNode;
  /** Announced at once by screen readers: for failures, not for places that are merely empty. */
  urgent?: boolean;
  headingLevel?: 1 | 2;
}

/** A calm message where content would stand, with the next action. */
export function EmptyState({ icon, title, children, action, urgent, headingLevel = 2 }: EmptyStateProps) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className={classes.empty} {...(urgent && { role: 'alert' })}>
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
      <Heading className={classes.title}>{title}</Heading>
      {children && <p className={classes.text}>{children}</p>}
      {action}
    </div>
  );
}
