import type { Visibility } from '@armarium/contract/visibility';
import type { ShareLink } from '@armarium/contract/sharing';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { displayMoment } from '../../../ui/display-date.ts';
import { Failed } from '../../../ui/failed.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useOpener } from '../../../ui/opener.ts';
import { shareLinksKey, shareLinksQuery, withdrawShareLink } from '../api/share-links.ts';
import type { Condition } from './agreement.tsx';
import type { MadeLink, NewLink } from './use-made-link.ts';
import classes from './share-dialog.module.css';
import { MadeLinkNotice, NewLinkForm } from './new-link.tsx';

export interface ShareLinksProps {
  record: { readonly uuid: string; readonly visibility: Visibility };
  /** What the IIIF document of a new link is called, where the record has one. */
  documentWord?: string;
  /** What the page of a new link is called; without it that of a viewer. */
  linkWord?: string;
  /** What the user has to agree to before a link is made. */
  condition?: Condition | undefined;
  confirmedImages?: readonly string[];
  made: MadeLink | undefined;
  onMade(link: NewLink | undefined): void;
  /** Whether a question is open over the dialog: Escape must not close the dialog below it. */
  onAsking(isAsking: boolean): void;
}

/** The links that open a record to everybody who has them: making one, the state of the others, withdrawing. */
export function ShareLinks({ record, made, onMade, onAsking, ...props }: ShareLinksProps) {
  const { t } = useTranslation('sharing');
  if (record.visibility === 'restricted') return <p className={classes.hint}>{t('links.restricted')}</p>;
  return (
    <section className={classes.part} aria-label={t('links.title')}>
      <h3 className={classes.heading}>{t('links.title')}</h3>
      <p className={classes.hint}>{t('links.hint')}</p>
      <NewLinkForm
        recordUuid={record.uuid}
        condition={props.condition}
        confirmedImages={props.confirmedImages}
        onMade={onMade}
      />
      <MadeLinkNotice made={made} linkWord={props.linkWord ?? t('link')} documentWord={props.documentWord} />
      <LinkList
        recordUuid={record.uuid}
        onAsking={onAsking}
        onWithdrawn={(uuid) => {
          if (uuid === made?.uuid) onMade(undefined);
        }}
      />
    </section>
  );
}

interface LinkListProps {
  recordUuid: string;
  onWithdrawn(uuid: string): void;
  onAsking: ShareLinksProps['onAsking'];
}

function LinkList({ recordUuid, onWithdrawn, onAsking }: LinkListProps) {
  const { t } = useTranslation('sharing');
  const queries = useQueryClient();
  const opener = useOpener();
  const [leaving, setLeaving] = useState<ShareLink>();
  const list = useInfiniteQuery(shareLinksQuery(recordUuid));
  const links = list.data?.pages.flatMap((page) => page._embedded.shareLinks);
  const nameOf = ({ note }: ShareLink) => note || t('links.unnamed');
  if (links === undefined) {
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton height={48} />
    );
  }
  if (links.length === 0) return <p className={classes.hint}>{t('links.none')}</p>;
  const close = () => {
    setLeaving(undefined);
    onAsking(false);
    opener.giveBack();
  };
  return (
    <>
      <ul className={classes.links} aria-label={t('links.list')} tabIndex={-1} data-links>
        {links.map((link) => (
          <li key={link.uuid} data-state={link.state}>
            <LinkWords link={link} name={nameOf(link)} />
            {link.state === 'open' && (
              <Button
                size="compact-sm"
                variant="default"
                aria-haspopup="dialog"
                aria-label={t('links.revokeOf', { name: nameOf(link) })}
                onClick={({ currentTarget }) => {
                  opener.keep(currentTarget.closest('[data-links]'));
                  setLeaving(link);
                  onAsking(true);
                }}
              >
                {t('links.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="subtle" onClick={() => void list.fetchNextPage()}>
          {t('links.more')}
        </Button>
      )}
      <ConfirmDialog
        opened={leaving !== undefined}
        title={t('links.revokeTitle')}
        confirmWord={t('links.revoke')}
        dangerous
        onClose={close}
        work={async () => {
          if (!leaving) return;
          await withdrawShareLink(leaving.uuid);
          onWithdrawn(leaving.uuid);
          await queries.invalidateQueries({ queryKey: shareLinksKey(recordUuid) });
          notify('success', { title: t('links.revokedNow'), message: nameOf(leaving) });
          close();
        }}
      >
        {leaving && <LinkWords link={leaving} name={nameOf(leaving)} />}
        <p className={classes.hint}>{t('links.revokeText')}</p>
      </ConfirmDialog>
    </>
  );
}

function LinkWords({ link, name }: { link: ShareLink; name: string }) {
  const { t } = useTranslation('sharing');
  const state =
    link.state === 'revoked'
      ? t('links.revoked', { date: displayMoment(link.revokedDate ?? link.expiresAt), name: link.revokedBy })
      : t(`links.${link.state}`, { date: displayMoment(link.expiresAt) });
  return (
    <div className={classes.grow}>
      <div dir="auto">{name}</div>
      <div className={classes.hint}>
        {state} · {t('links.madeBy', { date: displayMoment(link.createdDate), name: link.createdBy })}
      </div>
    </div>
  );
}
