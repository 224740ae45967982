import { JSON_BODY_MAX_BYTES } from '@armarium/contract/json-body';
import type { FieldProblem } from '@armarium/contract/problem';
import type { Series } from '@armarium/contract/stories';
import {
  COMMENTARY_MAX_CHARACTERS,
  STEP_ALT_MAX,
  STEP_TITLE_MAX,
  STEPS_MAX,
} from '@armarium/contract/story-steps';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { formatSize } from '../../../lib/file-size.ts';
import { describeProblem, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { fieldLabel } from '../../../records/label.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import type { ChosenStoryFile } from './use-story-import.ts';
import classes from './import-story.module.css';

interface ImportFailureProps {
  chosen: ChosenStoryFile;
  series: Series | undefined;
}

/** Tells why a file was not imported, with all its faults, or why the story could not be added to its series. */
export function ImportFailure({ chosen, series }: ImportFailureProps) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const causeText = useCauseText();
  const title = t('import.notImported', { file: chosen.name });
  if (chosen.is === 'unfit') return <FailureAlert title={title} text={causeText(chosen.why)} />;
  if (chosen.is === 'done' && series && chosen.notInSeries !== undefined)
    return (
      <FailureAlert
        title={t('story.notInSeries', { title: titleOf(series, t('catalogue:untitled')) })}
        text={describeProblem(chosen.notInSeries)}
      />
    );
  if (chosen.is !== 'failed') return null;
  const { failure } = chosen;
  if (isProblem(failure, 'offline') || isProblem(failure, 'unavailable')) {
    const { title: cause } = describeProblem(failure);
    return (
      <FailureAlert
        title={t('import.unknown', { file: chosen.name })}
        text={{ title: cause, next: t('import.unknownNext') }}
      />
    );
  }
  if (isProblem(failure, 'too-large')) return <FailureAlert title={title} text={causeText('too-large')} />;
  const faults = isProblem(failure, 'invalid') ? failure.problem.fields : [];
  // A file that is wrong as a whole has no faults in single steps.
  const cause = faults.find(({ code }) => isCause(code))?.code;
  if (cause !== undefined && isCause(cause)) return <FailureAlert title={title} text={causeText(cause)} />;
  if (faults.length === 0) return <FailureAlert title={title} text={describeProblem(failure)} />;
  return (
    <FailureAlert title={title} text={{ title: t('import.faulty'), next: t('import.faultyNext') }}>
      <Faults faults={faults} />
    </FailureAlert>
  );
}

const causes = [
  'several',
  'too-large',
  'unreadable',
  'no-json',
  'no-manifest',
  'older-version',
  'no-steps',
  'too-many-steps',
] as const;
type Cause = (typeof causes)[number];
const isCause = (code: string): code is Cause => (causes as readonly string[]).includes(code);

/** What is wrong with a file as a whole, in the user's language. */
function useCauseText(): (cause: Cause) => ProblemText {
  const { t, i18n } = useTranslation('stories');
  const figures = { size: formatSize(JSON_BODY_MAX_BYTES, i18n.language), most: STEPS_MAX };
  return (cause) => ({
    title: t(`import.cause.${cause}.title`, figures),
    next: t(`import.cause.${cause}.next`, figures),
  });
}

const mostOf: Readonly<Record<string, number>> = {
  title: STEP_TITLE_MAX,
  alt: STEP_ALT_MAX,
  commentary: COMMENTARY_MAX_CHARACTERS,
};

/** What is wrong with single steps, and with the fields of the story. */
function Faults({ faults }: { faults: readonly FieldProblem[] }) {
  const { t, i18n } = useTranslation(['stories', 'editing', 'catalogue']);
  const templates = useQuery(templatesQuery('STORY')).data ?? [];
  const fieldWord = (name: string) => fieldLabel(templates, name);
  const wordOf = ({ name, code, template }: FieldProblem): string => {
    const [, index, part = ''] = /^steps\[(\d+)\]\.?(.*)$/.exec(name) ?? [];
    if (index === undefined) {
      const key = `editing:form.refused.${code}` as 'editing:form.refused.other';
      return t('import.field', {
        field: fieldWord(template ?? name),
        why: t(i18n.exists(key) ? key : 'editing:form.refused.other'),
      });
    }
    const step = Number(index) + 1;
    const most = mostOf[part];
    if (code !== 'too-long' || most === undefined) return t('import.step.other', { step });
    return t(`import.step.${part as 'title'}`, { step, most });
  };
  return (
    <ul className={classes.faults}>
      {faults.map((fault) => (
        <li key={`${fault.name} ${fault.code}`}>{wordOf(fault)}</li>
      ))}
    </ul>
  );
}
