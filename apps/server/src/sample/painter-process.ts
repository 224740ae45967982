import { drawPage, type PageToDraw } from './draw-page.ts';

/**
 * A separate process that draws the pages it gets, one after the other. Drawing leaves several hundred
 * megabytes of memory in use; this process ends with the sample, or with its parent.
 */
process.on('disconnect', () => process.exit(0));
process.on('message', ({ page, file }: { page: PageToDraw; file: string }) => {
  drawPage(page, file).then(
    () => process.send?.({}),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
