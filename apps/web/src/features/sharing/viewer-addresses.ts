import type { Item } from '@armarium/contract/items';

/** A page that shows an item, or a part of it. */
export interface ViewerAddress {
  readonly name: 'now' | 'image' | 'images' | 'advanced' | 'video' | 'audio' | 'model';
  readonly href: string;
}

const links = [
  ['images', 'viewer_dzi'],
  ['advanced', 'viewer_iiif'],
  ['video', 'player_video'],
  ['audio', 'player_audio'],
  ['model', 'viewer_3d'],
] as const;

/**
 * The pages that show an item, the likeliest first.
 * @param image the one that is shown, where it is ready
 * @param now what a viewer in a frame says that it shows; undefined where none has said so
 */
export function viewerAddresses(
  item: Pick<Item, '_links'>,
  image: string | undefined,
  now: string | undefined,
): ViewerAddress[] {
  const pages = links.flatMap(([name, link]): ViewerAddress[] => {
    const href = item._links[link]?.href;
    return href === undefined ? [] : [{ name, href }];
  });
  const images = pages.find(({ name }) => name === 'images');
  return [
    ...(now !== undefined && pages.every(({ href }) => href !== now)
      ? [{ name: 'now' as const, href: now }]
      : []),
    ...pages,
    ...(images && image !== undefined
      ? [{ name: 'image' as const, href: withParameter(images.href, 'uuid', image) }]
      : []),
  ];
}

/**
 * The same page for everybody who has a share link: its token as `token`, or behind the uuid in a manifest's path.
 * @param record the item's uuid
 */
export function withToken(href: string, record: string, token: string): string {
  const manifest = new URL(href).searchParams.get('manifest');
  return manifest === null
    ? withParameter(href, 'token', token)
    : withParameter(href, 'manifest', manifestWithToken(manifest, record, token));
}

export function manifestWithToken(manifest: string, record: string, token: string): string {
  return manifest.replace(record, `${record}~${token}`);
}

function withParameter(href: string, name: string, value: string): string {
  const address = new URL(href);
  address.searchParams.set(name, value);
  return address.href;
}

/** What shows a page in a page of another site. */
export function embedSnippet(href: string, title: string): string {
  const escaped = (text: string) =>
    text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `<iframe src="${escaped(href)}" title="${escaped(title)}" width="800" height="600" style="border:0;max-width:100%" allow="fullscreen"></iframe>`;
}
