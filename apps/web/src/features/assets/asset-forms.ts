import type { MetadataEntry } from '@armarium/contract/metadata';
import type { ComponentType, ReactNode } from 'react';
import type { Asset } from './asset-kinds.ts';

/** The metadata of a record as they stand, with the tag to save them by. */
export interface AssetState {
  readonly list: readonly MetadataEntry[];
  readonly tag: string | undefined;
}

interface FormProps {
  opened: boolean;
  onClose(): void;
  title: string;
}

export interface AssetFormProps extends FormProps {
  asset: Asset;
  read(): Promise<AssetState>;
  save(list: MetadataEntry[], tag: string | undefined): Promise<void>;
  /** Above the fields. */
  lead: ReactNode;
  /** What else can be done with it. */
  actions: ReactNode;
}

export interface SeveralAssetsFormProps extends FormProps {
  assets: readonly Asset[];
  read(uuid: string): Promise<AssetState>;
  save(uuid: string, list: MetadataEntry[], tag: string | undefined): Promise<void>;
  onSaved(): Promise<void>;
}

/** The state of an asset, with the way to its workflow actions. */
export type StateOf = (asset: Asset, title: string) => ReactNode;

/** What the page lends to the dialogs of files: they know no forms of records and no downloads. */
export interface Lent {
  readonly AssetForm: ComponentType<AssetFormProps>;
  readonly SeveralAssetsForm: ComponentType<SeveralAssetsFormProps>;
  /** The way to the original file, by its address. */
  originalOf(href: string, name: string): ReactNode;
}
