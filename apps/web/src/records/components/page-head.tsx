import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './page-head.module.css';

interface BackLinkProps extends Pick<LinkProps, 'to' | 'replace' | 'state' | 'onClick'> {
  /** Where it leads, in words. */
  word: string;
}

/** The arrow before the name of a page. */
export function BackLink({ word, ...props }: BackLinkProps) {
  return (
    <Link className={classes.back} aria-label={word} title={word} {...props}>
      <IconArrowLeft size={22} stroke={1.7} aria-hidden />
    </Link>
  );
}

interface PageHeadProps {
  back: BackLinkProps;
  title: string;
  /** In a line below the name. */
  text?: ReactNode;
  /** What else stands below the name. */
  children?: ReactNode;
  /** What can be done, at the end of the line. */
  end?: ReactNode;
}

/** The name of a page with the way back, and what it says of itself. */
export function PageHead({ back, title, text, children, end }: PageHeadProps) {
  return (
    <header className={classes.head} data-wraps={end === undefined ? undefined : true}>
      <BackLink {...back} />
      <div className={classes.words}>
        <h1 className={classes.title} dir="auto">
          {title}
        </h1>
        {text && (
          <p className={classes.text} dir="auto">
            {text}
          </p>
        )}
        {children}
      </div>
      {end}
    </header>
  );
}
