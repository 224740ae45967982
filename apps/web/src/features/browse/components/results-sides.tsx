import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './results-page.module.css';

interface Side {
  /** What it shows and how many of them, in words. */
  words: string;
  content: ReactNode;
}

interface ResultsSidesProps {
  items: Side & { bar(heading?: ReactNode): ReactNode };
  collections: Side;
}

interface WideResultsProps extends ResultsSidesProps {
  /** Whether the items need more room than cards do. */
  isWideList: boolean;
  /** Whether it is not known yet if there are collections, or how the items are shown. */
  isWaiting: boolean;
  /** Whether there are no collections beside the items. */
  isAlone: boolean;
}

/** Items and collections beside each other. */
export function WideResults({ items, collections, isWideList, isWaiting, isAlone }: WideResultsProps) {
  return (
    <div
      className={classes.sides}
      data-wide-list={isWideList || undefined}
      data-waiting={isWaiting || undefined}
      // Not before all is known: what is awaited would move.
      data-alone={(isAlone && !isWaiting) || undefined}
    >
      <section aria-labelledby="found-items">
        {items.bar(
          <h2 id="found-items" className={`${classes.count} tabular`}>
            {items.words}
          </h2>,
        )}
        {items.content}
      </section>
      <section className={classes.collections} aria-labelledby="found-collections">
        <h2 id="found-collections" className={`${classes.count} tabular`}>
          {collections.words}
        </h2>
        {collections.content}
      </section>
    </div>
  );
}

/** Items and collections in two tabs, for a narrow window. */
export function NarrowResults({ items, collections }: ResultsSidesProps) {
  return (
    <Tabs defaultValue="items" keepMounted={false}>
      <Tabs.List grow mb="md">
        <Tabs.Tab value="items">{items.words}</Tabs.Tab>
        <Tabs.Tab value="collections">{collections.words}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="items">
        <h2 className="visually-hidden">{items.words}</h2>
        {items.bar()}
        {items.content}
      </Tabs.Panel>
      <Tabs.Panel value="collections">
        <h2 className="visually-hidden">{collections.words}</h2>
        {collections.content}
      </Tabs.Panel>
    </Tabs>
  );
}
