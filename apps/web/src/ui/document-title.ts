import { useEffect } from 'react';

/**
 * Names the browser's tab after what it shows; the product's name comes last. Undefined leaves the name to
 * whoever knows it: a page that is loading, or one that shows another in its place.
 */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Armarium`;
  }, [title]);
}
