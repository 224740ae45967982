import { useTranslation } from 'react-i18next';
import { watermarkPlaces } from '@armarium/contract/image-delivery';
import { grouped } from '../../../ui/grouped.ts';
import { signOnChanges } from '../sign-on-changes.ts';

/** The settings that the history names, with how a value of each is said. */
const kinds = {
  displayName: 'text',
  accent: 'text',
  language: 'language',
  userRights: 'rights',
  demandSecondFactor: 'demand',
  trashDays: 'days',
  agreement: 'version',
  logo: 'switch',
  mailDisplayName: 'text',
  mailReplyTo: 'text',
  publicMaxPx: 'pixels',
  watermark: 'watermark',
  signOn: 'providers',
} as const;
type Setting = keyof typeof kinds;
const isSetting = (name: string): name is Setting => Object.hasOwn(kinds, name);

/** Names and values of settings in words. What is not known, as of a newer server, is said as it is stored. */
export function useSettingWords() {
  const { t, i18n } = useTranslation('organisation');
  const valueOf = (name: string, value: unknown): string => {
    const kind = isSetting(name) ? kinds[name] : 'text';
    if (kind === 'switch') return t(value === true ? 'changes.there' : 'changes.notThere');
    if (kind === 'demand') return t(value === true ? 'changes.demanded' : 'changes.notDemanded');
    if (value === null || value === undefined || value === '') {
      if (kind === 'language') return t('language.none');
      if (kind === 'days' || kind === 'version') return t('changes.standard');
      if (kind === 'pixels') return t('changes.fullSize');
      if (name === 'accent') return t('changes.standard');
      return t(kind === 'watermark' ? 'changes.noWatermark' : 'changes.empty');
    }
    if (kind === 'language') return value === 'it' ? t('language.it') : t('language.en');
    if (kind === 'rights')
      return t(value === 'own' ? 'rights.own' : value === 'read-only' ? 'rights.read-only' : 'rights.all');
    if (kind === 'days')
      return t('changes.days', { count: Number(value), formatted: grouped(Number(value)) });
    if (kind === 'version' && typeof value === 'string') return t('changes.version', { version: value });
    if (kind === 'pixels') return t('changes.pixels', { number: grouped(Number(value)) });
    if (kind === 'watermark') return watermarkWords(value);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const watermarkWords = (value: unknown): string => {
    const { place, opacity = 0, width = 0 } = value as { place?: string; opacity?: number; width?: number };
    const known = watermarkPlaces.find((one) => one === place) ?? 'repeated';
    return t('changes.watermark', { place: t(`changes.place.${known}`), opacity, width });
  };
  const nameOf = (name: string): string => (isSetting(name) ? t(`changes.name.${name}`) : name);
  /** What became of the providers of sign-on; undefined of any other setting. */
  const providerWords = (name: string, before: unknown, after: unknown): string | undefined => {
    const changes = name === 'signOn' ? signOnChanges(before, after) : undefined;
    if (!changes) return undefined;
    const list = new Intl.ListFormat(i18n.language);
    const words = changes.map((change) => {
      if (change.kind === 'order') return t('changes.providers.order');
      if (change.kind !== 'changed') return t(`changes.providers.${change.kind}`, { label: change.label });
      const parts = change.parts.map((part) => t(`changes.providers.part.${part}`));
      return t('changes.providers.changed', { label: change.label, parts: list.format(parts) });
    });
    return t('changes.ofProviders', { name: nameOf(name), what: words.join('; ') });
  };
  return {
    nameOf,
    /** A change of a setting as a whole. */
    changeOf: (name: string, before: unknown, after: unknown): string =>
      providerWords(name, before, after) ??
      t('changes.setting', {
        name: nameOf(name),
        before: valueOf(name, before),
        after: valueOf(name, after),
      }),
  };
}
