import type { StoryPublicView } from '@armarium/contract/sharing';
import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify } from '../../../ui/notify.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { agreeToImages } from '../api/change-visibility.ts';
import { ClosedImages } from './closed-images.tsx';
import classes from './share-dialog.module.css';

interface ImagesToShowProps {
  storyUuid: string;
  images: StoryPublicView['images'];
  buttonRef: Ref<HTMLButtonElement>;
  /** Visitors see them: the button is about to go, and the focus has to stand elsewhere. */
  onShown(): void;
}

/** The images that joined a story after it was shown to others, who see them once somebody who may publish agrees. */
export function ImagesToShow({ storyUuid, images, buttonRef, onShown }: ImagesToShowProps) {
  const { t } = useTranslation('sharing');
  const { isWorking, failure, work } = useWork();
  const count = images.length;
  if (count === 0) return null;
  const show = () =>
    work(async () => {
      await agreeToImages(
        storyUuid,
        images.map(({ uuid }) => uuid),
      );
      onShown();
      await recordsChanged();
      notify('success', { title: t('story.shown', { count }) });
    });
  return (
    <section className={classes.part} aria-label={t('story.closedTitle')}>
      <h3 className={classes.heading}>{t('story.closedTitle')}</h3>
      <p className={classes.hint}>{t('story.closedText', { count })}</p>
      <ClosedImages images={images} />
      <Button
        ref={buttonRef}
        className={classes.start ?? ''}
        {...waitingProps(isWorking)}
        onClick={() => void show()}
      >
        {t('story.showThem', { count })}
      </Button>
      {failure !== undefined && (
        <FailureAlert title={t('story.agreementFailed')} text={describeProblem(failure)} />
      )}
    </section>
  );
}
