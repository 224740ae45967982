import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { grouped } from '../../../ui/grouped.ts';
import { pageFrom } from '../../../ui/page-window.ts';
import { assetKinds, countOf, type AssetKind } from '../asset-kinds.ts';
import classes from './asset-section.module.css';
import { AssetsOfKind, type AssetSectionProps } from './assets-of-kind.tsx';

/**
 * The files of an item: a tab for each kind with its count, ten a page (ASSET-01 to ASSET-04). Tab and page stand in
 * the address; the list of images follows the image that is shown.
 */
export function AssetSection(props: AssetSectionProps) {
  const { t } = useTranslation('assets');
  const { item } = props;
  const [search, setSearch] = useSearchParams();
  // The list that the item was opened from.
  const { state } = useLocation() as { state: unknown };
  const first = assetKinds.find((kind) => countOf(item, kind) > 0) ?? 'images';
  const current = assetKinds.find((kind) => kind === search.get('assets')) ?? first;
  const go = (kind: AssetKind, page?: number) => {
    const next = new URLSearchParams(search);
    next.set('assets', kind);
    if (page === undefined) next.delete('assetPage');
    else next.set('assetPage', String(page));
    setSearch(next, { replace: true, preventScrollReset: true, state });
  };
  return (
    <section className={classes.section} aria-label={t('title')}>
      <Tabs value={current} onChange={(kind) => go(kind as AssetKind)} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {assetKinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind} className={classes.tab ?? ''}>
              {t(`kinds.${kind}`)} <span className="tabular">{grouped(countOf(item, kind))}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {assetKinds.map((kind) => (
          <Tabs.Panel key={kind} value={kind} pt="sm">
            <AssetsOfKind
              {...props}
              kind={kind}
              turnedTo={search.has('assetPage') ? pageFrom(search.get('assetPage')) : undefined}
              onTurn={(page) => go(kind, page)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
