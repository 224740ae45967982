import { englishOfAdministration } from '../../apps/web/src/app/english-of-administration.ts';
import { englishOfItem } from '../../apps/web/src/app/english-of-item.ts';
import { englishOfPages } from '../../apps/web/src/app/english-of-pages.ts';
import { englishOfPasswordLinks } from '../../apps/web/src/app/english-of-password-links.ts';
import { englishOfPicking } from '../../apps/web/src/app/english-of-picking.ts';
import { englishOfSecondFactor } from '../../apps/web/src/app/english-of-second-factor.ts';
import { englishOfSharing } from '../../apps/web/src/app/english-of-sharing.ts';
import { englishOfSignOn } from '../../apps/web/src/app/english-of-sign-on.ts';
import { englishOfStoryEditor } from '../../apps/web/src/app/english-of-story-editor.ts';
import { englishOfStories } from '../../apps/web/src/app/english-of-stories.ts';
import { english } from '../../apps/web/src/app/english.ts';
import englishOfChangedFields from '../../apps/web/src/records/changes/en.json' with { type: 'json' };
import italianOfChangedFields from '../../apps/web/src/records/changes/it.json' with { type: 'json' };
import englishOfContents from '../../apps/web/src/features/assets/contents/en.json' with { type: 'json' };
import italianOfContents from '../../apps/web/src/features/assets/contents/it.json' with { type: 'json' };
import englishOfDownloads from '../../apps/web/src/features/downloads/dialog/en.json' with { type: 'json' };
import italianOfDownloads from '../../apps/web/src/features/downloads/dialog/it.json' with { type: 'json' };
import englishOfFilters from '../../apps/web/src/features/filters/en.json' with { type: 'json' };
import italianOfFilters from '../../apps/web/src/features/filters/it.json' with { type: 'json' };
import englishOfRecordEntry from '../../apps/web/src/features/record-entry/en.json' with { type: 'json' };
import italianOfRecordEntry from '../../apps/web/src/features/record-entry/it.json' with { type: 'json' };
import englishOfDays from '../../apps/web/src/ui/days/en.json' with { type: 'json' };
import italianOfDays from '../../apps/web/src/ui/days/it.json' with { type: 'json' };
import { italianOfAdministration } from '../../apps/web/src/app/italian-of-administration.ts';
import { italianOfItem } from '../../apps/web/src/app/italian-of-item.ts';
import { italianOfPages } from '../../apps/web/src/app/italian-of-pages.ts';
import { italianOfPasswordLinks } from '../../apps/web/src/app/italian-of-password-links.ts';
import { italianOfPicking } from '../../apps/web/src/app/italian-of-picking.ts';
import { italianOfSecondFactor } from '../../apps/web/src/app/italian-of-second-factor.ts';
import { italianOfSharing } from '../../apps/web/src/app/italian-of-sharing.ts';
import { italianOfSignOn } from '../../apps/web/src/app/italian-of-sign-on.ts';
import { italianOfStoryEditor } from '../../apps/web/src/app/italian-of-story-editor.ts';
import { italianOfStories } from '../../apps/web/src/app/italian-of-stories.ts';
import { italian } from '../../apps/web/src/app/italian.ts';

/** What the screens say, for finding things as a person does: by their names. */
export const en = {
  ...english,
  ...englishOfItem,
  ...englishOfSharing,
  ...englishOfStories,
  ...englishOfStoryEditor,
  ...englishOfPicking,
  ...englishOfPages,
  ...englishOfRecordEntry,
  ...englishOfChangedFields,
  ...englishOfContents,
  ...englishOfFilters,
  ...englishOfDays,
  ...englishOfPasswordLinks,
  ...englishOfSecondFactor,
  ...englishOfSignOn,
  ...englishOfAdministration,
  // They stand in two files.
  downloads: { ...englishOfItem.downloads, ...englishOfDownloads.downloads },
};
export const it: Words = {
  ...italian,
  ...italianOfItem,
  ...italianOfSharing,
  ...italianOfStories,
  ...italianOfStoryEditor,
  ...italianOfPicking,
  ...italianOfPages,
  ...italianOfRecordEntry,
  ...italianOfChangedFields,
  ...italianOfContents,
  ...italianOfFilters,
  ...italianOfDays,
  ...italianOfPasswordLinks,
  ...italianOfSecondFactor,
  ...italianOfSignOn,
  ...italianOfAdministration,
  downloads: { ...italianOfItem.downloads, ...italianOfDownloads.downloads },
};
export type Words = typeof en;

/** A text with its `{{places}}` filled. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
