import { useEffect } from 'react';

/**
 * Names the browser's tab after what it shows; the product's name comes last. Undefined leaves the name
 * as it is: the page is loading, or shows another page that sets it.
 */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Armarium`;
  }, [title]);
}
