import { Fragment, useMemo, type ReactNode } from 'react';
import { isWholeAddress } from '../../../viewers/story/whole-address.ts';
import classes from './dialogs.module.css';

interface ShownCommentaryProps {
  /** HTML, of which only what a commentary may hold is drawn (wire.md). */
  html: string;
  /** The commentary beside it: paragraphs and entries that it does not have are marked. */
  beside: string | undefined;
}

/** A commentary with its marks, and with the addresses of its links written out: two may differ in nothing else. */
export function ShownCommentary({ html, beside }: ShownCommentaryProps) {
  const shown = useMemo(() => {
    const known = beside === undefined ? undefined : new Set(blocksOf(bodyOf(beside)).map(markupOf));
    const isOther = (block: Element) => known !== undefined && isBlock(block) && !known.has(markupOf(block));
    return drawn(bodyOf(html), isOther);
  }, [html, beside]);
  return <div className={classes.commentary}>{shown}</div>;
}

const BLOCKS = 'p, li';
/** A paragraph, or an entry of a list that holds nothing but words. */
const isBlock = (element: Element) => element.matches(BLOCKS) && element.querySelector(BLOCKS) === null;
const blocksOf = (body: Element) => [...body.querySelectorAll(BLOCKS)].filter(isBlock);
const markupOf = (block: Element) => block.outerHTML;

/** It runs no script, and fetches nothing. */
const bodyOf = (html: string): Element => new DOMParser().parseFromString(html, 'text/html').body;

function drawn(node: Element, isOther: (block: Element) => boolean): ReactNode {
  return [...node.childNodes].map((child, index) => {
    if (!(child instanceof Element)) return <Fragment key={index}>{child.textContent}</Fragment>;
    const inside = drawn(child, isOther);
    return <Fragment key={index}>{element(child, inside, isOther)}</Fragment>;
  });
}

function element(node: Element, inside: ReactNode, isOther: (block: Element) => boolean): ReactNode {
  const differs = () => isOther(node) || undefined;
  switch (node.localName) {
    case 'p':
      return <p data-differs={differs()}>{inside}</p>;
    case 'li':
      return <li data-differs={differs()}>{inside}</li>;
    case 'ul':
      return <ul>{inside}</ul>;
    case 'ol':
      return <ol>{inside}</ol>;
    case 'strong':
      return <strong>{inside}</strong>;
    case 'em':
      return <em>{inside}</em>;
    case 'u':
      return <u>{inside}</u>;
    case 'br':
      return <br />;
    case 'a': {
      const address = node.getAttribute('href') ?? '';
      return (
        <>
          <u>{inside}</u>
          {isWholeAddress(address) && node.textContent !== address && ` (${address})`}
        </>
      );
    }
    default:
      return inside;
  }
}
