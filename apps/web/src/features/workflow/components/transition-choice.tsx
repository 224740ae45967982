import { COMMENT_MAX_CHARACTERS } from '@armarium/contract/transition-logs';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { Radio, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { asksForComment } from '../groups.ts';
import type { Comment } from './use-comment.ts';

/** From which state into which a transition leads. */
export function FromTo({ transition }: { transition: TransitionTemplate }) {
  const { t } = useTranslation('workflow');
  const stateLabel = useStateLabel();
  const { itemFromState: from, itemToState: to } = transition;
  return <>{t('fromTo', { from: stateLabel(from), to: stateLabel(to) })}</>;
}

interface TransitionRadioProps {
  transition: TransitionTemplate;
  /** What else is to be said of it. */
  note?: string | undefined;
}

/** One of the actions that can be chosen. */
export function TransitionRadio({ transition, note }: TransitionRadioProps) {
  const { t } = useTranslation('workflow');
  return (
    <Radio
      value={transition.uuid}
      label={<FromTo transition={transition} />}
      description={[labelOf(transition), asksForComment(transition) && t('needsComment'), note]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}

interface CommentFieldProps {
  comment: Comment;
  required: boolean;
}

/** What is kept in the log beside the action. */
export function CommentField({ comment, required }: CommentFieldProps) {
  const { t } = useTranslation('workflow');
  const { field, text, faulty, write } = comment;
  return (
    <Textarea
      ref={field}
      label={t('comment')}
      description={t('commentHint')}
      required={required}
      error={faulty && text.trim() === '' ? t('commentRequired') : undefined}
      value={text}
      maxLength={COMMENT_MAX_CHARACTERS}
      autosize
      minRows={2}
      maxRows={8}
      mt="md"
      dir="auto"
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}
