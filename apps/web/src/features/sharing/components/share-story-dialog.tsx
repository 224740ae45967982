import type { Story } from '@armarium/contract/stories';
import { Alert, NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { storyPublicViewQuery } from '../../../records/api/story-public-view.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { changeStoryVisibility } from '../api/change-visibility.ts';
import { shareLinksQuery } from '../api/share-links.ts';
import { useViewerAddress } from '../state/viewer-address.ts';
import { useAgreement, type Condition } from './agreement.tsx';
import { CopiedWord, CopyField } from './copy-field.tsx';
import { ImagesToShow } from './images-to-show.tsx';
import { EmbedField, LinkField } from './share-fields.tsx';
import { ManifestFile } from './manifest-file.tsx';
import { ShareLinks } from './share-links.tsx';
import { StoryView } from './story-view.tsx';
import { useMadeLink } from './use-made-link.ts';
import { VisibilityField } from './visibility-field.tsx';
import classes from './share-dialog.module.css';

interface ShareStoryDialogProps {
  story: Story;
  /** Whether there are changes that are not saved, which nobody sees yet. */
  isDirty: boolean;
  onClose(): void;
}

/** Giving a story to others: who sees it, its address, and what embeds it (back office §2.5). */
export function ShareStoryDialog({ story, isDirty, onClose }: ShareStoryDialogProps) {
  const { t } = useTranslation('sharing');
  const { uuid, visibility } = story;
  // A story without steps has none.
  const manifest = story.imagesCount > 0 ? story._links.manifest.href : undefined;
  const mayPublish = story.allowedActions.includes('publish');
  const [isAsking, setAsking] = useState(false);
  const { address, choice } = useBeginning(story);
  const [made, setMade] = useMadeLink(story, address, manifest);
  const closed = useQuery(storyPublicViewQuery(uuid)).data?.images.filter(({ isOpen }) => !isOpen) ?? [];
  const toPublish = useAgreement(closed);
  const toLink = useAgreement(closed);
  const mayLink = mayPublish && visibility !== 'restricted';
  const links = useInfiniteQuery({ ...shareLinksQuery(uuid), enabled: mayLink });
  const hasLink = mayLink && links.data?.pages[0]?._embedded.shareLinks[0]?.state === 'open';
  /** Others see the story already, but for these images. */
  const lacksImages = mayPublish && closed.length > 0 && (visibility === 'public' || hasLink);
  const seen = useRef<HTMLDivElement>(null);
  const showImages = useRef<HTMLButtonElement>(null);
  const toLinkFirst: Condition = {
    field: <p className={classes.hint}>{t('story.agreeFirst')}</p>,
    check: () => {
      showImages.current?.focus();
      return false;
    },
  };
  const change = async (wanted: Story['visibility']) => {
    try {
      await changeStoryVisibility(uuid, wanted, wanted === 'public' ? toPublish.confirmed : []);
    } catch (error) {
      // An image joined the story while it was looked at: the list is asked for again.
      if (isProblem(error, 'images-not-confirmed')) void recordsChanged();
      throw error;
    }
    await recordsChanged();
  };
  return (
    // While a question is open over the dialog, Escape must not close the dialog below it.
    <Dialog opened onClose={onClose} title={t('story.title')} size="xl" closeOnEscape={!isAsking}>
      <CopiedWord value={t('story.copied')}>
        <div className={classes.story}>
          {isDirty && <Alert color="yellow">{t('story.unsaved')}</Alert>}
          <VisibilityField
            visibility={visibility}
            view={<StoryView storyUuid={uuid} />}
            condition={toPublish.condition}
            mayChange={mayPublish}
            change={change}
            onAsking={setAsking}
          />
          {choice}
          <LinkField label={t('story.link')} href={address} visibility={visibility} />
          <EmbedField
            href={made?.viewer ?? address}
            title={titleOf(story, t('untitled'))}
            isByLink={made !== undefined}
            kind="story"
            {...{ visibility, mayPublish }}
          />
          <div ref={seen} tabIndex={-1}>
            <StoryView storyUuid={uuid} />
          </div>
          {lacksImages && (
            <ImagesToShow
              storyUuid={uuid}
              images={closed}
              buttonRef={showImages}
              onShown={() => seen.current?.focus()}
            />
          )}
          {mayPublish && (
            <ShareLinks
              record={story}
              linkWord={t('story.linkForOthers')}
              documentWord={t('links.madeManifest')}
              condition={lacksImages ? toLinkFirst : toLink.condition}
              confirmedImages={toLink.confirmed}
              onMade={setMade}
              onAsking={setAsking}
              made={made}
            />
          )}
          {manifest !== undefined && (
            <section className={classes.part}>
              <CopyField label={t('manifest')} hint={t('story.manifestHint')} value={manifest} />
              <ManifestFile story={story} title={titleOf(story, t('untitled'))} isDirty={isDirty} />
            </section>
          )}
        </div>
      </CopiedWord>
    </Dialog>
  );
}

/**
 * The address of the story's page: as it begins, or, where the preview is open, at the step that is shown there.
 * @returns `choice` draws the field to choose; undefined where there is nothing to choose
 */
function useBeginning({ _links }: Story) {
  const { t } = useTranslation('sharing');
  const first = _links.viewer.href;
  const shown = useViewerAddress(true);
  const [isShownWanted, setShownWanted] = useState(false);
  const choice = shown !== undefined && (
    <NativeSelect
      label={t('story.begin')}
      value={isShownWanted ? 'shown' : 'first'}
      onChange={({ currentTarget }) => setShownWanted(currentTarget.value === 'shown')}
      data={[
        { value: 'first', label: t('story.fromFirst') },
        { value: 'shown', label: t('story.fromShown') },
      ]}
    />
  );
  return { address: isShownWanted ? (shown ?? first) : first, choice };
}
