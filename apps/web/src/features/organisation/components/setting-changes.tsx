import type { OrganisationChange } from '@armarium/contract/organisation';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { displayMoment } from '../../../ui/display-date.ts';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { changesQuery } from '../api/organisation.ts';
import { isSame } from '../setting.ts';
import { useSettingWords } from './use-setting-words.ts';
import classes from './organisation.module.css';

/** Who changed which settings, the newest first. */
export function SettingChanges() {
  const { t } = useTranslation('organisation');
  const [search] = useSearchParams();
  const page = pageFrom(search.get('page'));
  const query = useQuery(changesQuery(page));
  if (!query.data) return <PendingRows query={query} height_px={48} />;
  const { changes } = query.data._embedded;
  if (changes.length === 0) return <p className={classes.note}>{t('changes.none')}</p>;
  return (
    <>
      <ul className={classes.changes} aria-label={t('changes.title')}>
        {changes.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
      <div className={classes.more}>
        <Pager
          page={page}
          totalPages={query.data.page.totalPages}
          most={5}
          addressOf={(to) => pageAddress(search, to)}
          label={t('changes.pages')}
        />
      </div>
    </>
  );
}

function Change({ change: { date, user, token, settings } }: { change: OrganisationChange }) {
  const { t } = useTranslation('organisation');
  const words = useSettingWords();
  return (
    <li>
      <p className={classes.who}>
        {t(token === null ? 'changes.who' : 'changes.whoWithToken', {
          user,
          token,
          moment: displayMoment(date),
        })}
      </p>
      {settings.map(({ name, before, after }) => (
        <p key={name} className={classes.setting} dir="auto">
          {isSame(before, after)
            ? // Of a picture only its appearance is told.
              t('changes.anotherPicture', { name: words.nameOf(name) })
            : words.changeOf(name, before, after)}
        </p>
      ))}
    </li>
  );
}
