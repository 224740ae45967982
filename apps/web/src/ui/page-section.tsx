import { useId, type ReactNode } from 'react';
import classes from './page-section.module.css';

/** Two columns of sections, one where there is less room. */
export function PageSections({ children }: { children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}

/** Sections below each other, which scroll as one column. */
export function SectionColumn({ children }: { children: ReactNode }) {
  return <div className={classes.column}>{children}</div>;
}

/** A section below the columns, as wide as all of them. */
export function SectionLine({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>;
}

/** A part of a page with its name, and what is to be known of it. */
export function PageSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
    </section>
  );
}
