import type { TenantData } from '../../../db/database.ts';
import type { PageLanguage } from '../../../http/asked-language.ts';
import type { contentPolicy } from '../../../http/content-policy.ts';
import type { ViewerPage } from '../../../http/static-viewer-pages.ts';
import type { Caller, Identifier } from '../../admission/public.ts';
import type { SeenRecord } from './shown.queries.ts';
import type { PageParts } from './viewer-page.ts';

/** What a page's address names. */
export interface Asked {
  readonly named: Identifier;
  /** Of a manifest: whose it is, and its address. */
  readonly kind?: 'item' | 'collection' | 'story';
  readonly address?: string;
}

/** Whose record it is, and what the page shows of it; nothing where there is nothing to show. */
export interface Found {
  readonly record: SeenRecord;
  readonly shown: Readonly<Record<string, unknown>> | undefined;
  /** Where the server writes more than data. */
  readonly parts?: PageParts;
  /** Whether the page tells this caller more than others. */
  readonly isPersonal?: boolean;
}

/** Who asks for a page, and how. */
export interface PageRequest {
  readonly caller: Caller;
  /** What stands behind the uuids of the record in addresses. */
  readonly suffix: string;
  readonly origin: string;
  readonly language: PageLanguage;
  /** The organisation, as people call it. */
  readonly organisation: string;
  /** Whether the page is wanted without its script. */
  readonly isArticle: boolean;
  /** Another parameter of the address; empty where it is missing or stands there twice. */
  readonly parameter: (name: 'seriesID' | 'page') => string;
}

/** A page that can stand in a frame, and how it is filled. */
export interface FramedPage {
  readonly path: string;
  readonly page: ViewerPage;
  /** The page without a script (`view=page`), where there is one. */
  readonly articlePage?: ViewerPage;
  readonly parameter: 'uuid' | 'manifest' | 'storyID' | 'seriesID';
  readonly summary: string;
  readonly policy?: Parameters<typeof contentPolicy>[0];
  /** @param asked the parameter; empty where it is missing */
  readonly read: (asked: string, origin: string) => Asked | 'not-ours' | undefined;
  readonly find: (data: TenantData, asked: Asked, request: PageRequest) => Promise<Found | undefined>;
}
