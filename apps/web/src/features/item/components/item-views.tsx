import type { Item } from '@armarium/contract/items';
import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import classes from './item-views.module.css';

/** One way to look at an item: its images in our own deep zoom, or a page in a frame. */
export interface ItemView {
  readonly name: 'images' | 'advanced' | 'video' | 'audio' | 'model';
  /** The page for the frame; undefined for the images, and for what is not prepared yet. */
  readonly href: string | undefined;
}

/** What there is to look at of an item, what is shown first in front; never empty (ITEM-08, ITEM-27 to ITEM-29). Pure. */
export function viewsOf({
  mediaTypeInfo: has,
  _links: links,
}: Pick<Item, 'mediaTypeInfo' | '_links'>): [ItemView, ...ItemView[]] {
  const hrefs = {
    advanced: has.imagesCount > 0 && links.viewer_iiif,
    video: has.videosCount > 0 && (links.player_video ?? {}),
    audio: has.audiosCount > 0 && (links.player_audio ?? {}),
    model: has.model3DsCount > 0 && (links.viewer_3d ?? {}),
  };
  const framed = (['advanced', 'video', 'audio', 'model'] as const).flatMap((name) => {
    const link: { href?: string } | false | undefined = hrefs[name];
    return link ? [{ name, href: link.href }] : [];
  });
  const [first, ...others] = framed;
  const images: ItemView = { name: 'images', href: undefined };
  return first === undefined || has.imagesCount > 0 ? [images, ...framed] : [first, ...others];
}

interface ViewSwitchProps {
  views: readonly ItemView[];
  shown: ItemView;
  onShow(name: ItemView['name']): void;
  /** What else is said of what is shown, behind them. */
  children: ReactNode;
}

/** The ways to look at an item, side by side. */
export function ViewSwitch({ views, shown, onShow, children }: ViewSwitchProps) {
  const { t } = useTranslation('viewing');
  return (
    <div className={classes.views}>
      <div role="group" aria-label={t('views')} className={classes.ways}>
        {views.map(({ name }) => (
          <Button
            key={name}
            size="xs"
            variant={name === shown.name ? 'light' : 'subtle'}
            color={name === shown.name ? undefined : 'gray'}
            aria-pressed={name === shown.name}
            onClick={() => onShow(name)}
          >
            {t(name)}
          </Button>
        ))}
      </div>
      <div className={classes.sides}>{children}</div>
    </div>
  );
}

interface SideSwitchProps {
  name: string;
  title?: string;
  isOpen: boolean;
  onToggle(): void;
}

/** Opens and closes what stands beside the image: its text, or the table of contents. */
export function SideSwitch({ name, title, isOpen, onToggle }: SideSwitchProps) {
  return (
    <Button
      size="xs"
      variant={isOpen ? 'light' : 'subtle'}
      color={isOpen ? undefined : 'gray'}
      aria-pressed={isOpen}
      title={title}
      onClick={onToggle}
    >
      {name}
    </Button>
  );
}

interface FramedViewProps {
  item: Item;
  view: ItemView;
  /** The one of the item's files to show; the page takes its uuid in place of the item's. */
  asset: string | undefined;
  /** The address that the frame begins with; undefined until it is known. */
  start: string | undefined;
}

/** A viewer's page in a frame, of the same origin, so that it has the session (docs/viewers.md). */
export function FramedView({ item, view, asset, start }: FramedViewProps) {
  const { t } = useTranslation(['viewing', 'catalogue']);
  // A link is built for each answer; the page in the frame must not begin anew because the item was renewed, or because
  // another image is shown.
  const [begun, setBegun] = useState(start);
  if (begun === undefined && start !== undefined) setBegun(start);
  if (begun === undefined && view.href !== undefined) return <div className={classes.calm} aria-busy />;
  if (begun === undefined) {
    return (
      <div className={classes.calm} role="status">
        <EmptyState icon={<IconHourglass size={40} stroke={1.2} />} title={t('preparing')}>
          {t('preparingText')}
        </EmptyState>
      </div>
    );
  }
  return (
    <iframe
      className={classes.frame}
      src={asset === undefined ? begun : begun.replace(item.uuid, asset)}
      title={t('frame', { view: t(view.name), title: titleOf(item, t('catalogue:untitled')) })}
      allow="fullscreen; autoplay"
    />
  );
}
