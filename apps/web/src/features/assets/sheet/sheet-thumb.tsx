import { useEffect, useRef, useState } from 'react';

/**
 * The picture of a cell. It is requested once the sheet scrolls slowly, and the request is cancelled where the cell leaves before
 * the picture has loaded: a wheel passes hundreds of pictures that nobody looks at.
 * @param isPassing whether the sheet scrolls too quickly to look at the cell
 */
export function SheetThumb({ address, isPassing }: { address: string; isPassing: boolean }) {
  const [isAsked, setAsked] = useState(!isPassing);
  if (!isAsked && !isPassing) setAsked(true);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const { current } = picture;
    return () => {
      // The browser keeps loading an image that was removed from the page.
      if (current && !current.isConnected && !current.complete) current.removeAttribute('src');
    };
  }, []);
  return <img ref={picture} src={isAsked ? address : undefined} alt="" decoding="async" draggable={false} />;
}
