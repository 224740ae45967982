import type { FieldProblem } from '@armarium/contract/problem';
import { MAIL_TASK, type TaskTemplate, type TransitionTask } from '@armarium/contract/transition-tasks';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { NativeSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DraftForm } from '../../../ui/draft-form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import {
  blankAction,
  changedParts,
  draftOf,
  keptAction,
  missingParameters,
  sentParameters,
  valueOf,
  type ActionDraft,
} from '../action-form.ts';
import { actionQuery, changeAction, createAction, taskTemplatesQuery } from '../api/actions.ts';
import { ParameterField } from './parameter-field.tsx';
import { MailLacks } from './mail-lacks.tsx';
import { ParameterLines } from './parameter-lines.tsx';
import { useActionWords, type ActionWords } from './use-action-words.ts';
import { useFaultWords } from './use-fault-words.ts';
import { useReadOnce } from './use-read-once.ts';
import { useFormWords } from './use-form-words.ts';

interface ActionDialogProps {
  transition: TransitionTemplate;
  /** The action that is edited; undefined where a new one is made. */
  uuid: string | undefined;
  onClose(): void;
}

/** Makes or edits an action of a transition, by the parameters of its template (back office §2.3). */
export function ActionDialog({ transition, uuid, onClose }: ActionDialogProps) {
  const { t } = useTranslation('workflowSettings');
  const templates = useQuery(taskTemplatesQuery(transition.resourceType));
  const query = useQuery({ ...actionQuery(uuid ?? ''), enabled: uuid !== undefined });
  const { read } = useReadOnce(query);
  const leave = useRef(onClose);
  const isReady = templates.data !== undefined && (uuid === undefined || read !== undefined);
  return (
    <Dialog
      opened
      onClose={() => leave.current()}
      title={t(uuid === undefined ? 'addAction' : 'editAction')}
      size="lg"
    >
      {isReady ? (
        <ActionForm
          transition={transition}
          templates={templates.data}
          action={read?.answer}
          tag={read?.tag}
          setLeave={(act) => {
            leave.current = act;
          }}
          onClose={onClose}
        />
      ) : (
        <PendingRows query={templates.data === undefined ? templates : query} height_px={56} />
      )}
    </Dialog>
  );
}

interface ActionFormProps {
  transition: TransitionTemplate;
  templates: readonly TaskTemplate[];
  action: TransitionTask | undefined;
  tag: string | undefined;
  setLeave(leave: () => void): void;
  onClose(): void;
}

function ActionForm({ transition, templates, action, tag, setLeave, onClose }: ActionFormProps) {
  const { t } = useTranslation(['workflowSettings', 'workflow']);
  const words = useActionWords(transition.resourceType);
  const formWords = useFormWords();
  const form = useActionForm(transition, templates, action, tag);
  const { draft, failure, faults, change } = form;
  const template = templates.find(({ name }) => name === draft.template);
  const isComplete = template !== undefined && missingParameters(draft, template).length === 0;
  return (
    <DraftForm
      label={t('action')}
      words={formWords.buttons}
      isRestored={form.isRestored}
      hasChanges={form.changes > 0}
      isWorking={form.isWorking}
      isDisabled={!isComplete || form.changes === 0 || faults.combination === true}
      failure={
        failure === undefined
          ? undefined
          : {
              ...formWords.failed(failure, t(action ? 'actionUpdateFailed' : 'actionCreateFailed')),
              ...(isOfNoTransition(failure) && { text: { title: t('gone'), next: t('goneAction') } }),
              more: form.theirs.length > 0 && (
                <TheirAction action={form.base} templates={templates} words={words} />
              ),
            }
      }
      setLeave={setLeave}
      onSave={async () => {
        const isSaved = await form.save();
        if (!isSaved) return false;
        notify('success', { title: t(action ? 'actionUpdated' : 'actionCreated') });
        onClose();
        return true;
      }}
      onDiscard={form.discard}
      onClose={onClose}
    >
      <NativeSelect
        label={t('actionTemplate')}
        description={template && words.aboutOf(template)}
        required
        autoFocus
        data-autofocus
        mb="md"
        error={faults.templateName}
        value={draft.template}
        onChange={(event) => change({ template: event.currentTarget.value })}
      >
        <option value="">{t('choose')}</option>
        {(['guard', 'change', 'effect'] as const).map((kind) => (
          <optgroup key={kind} label={t(`actionKind.${kind}`)}>
            {templates
              .filter((one) => one.kind === kind)
              .map((one) => (
                <option key={one.name} value={one.name}>
                  {words.nameOf(one)}
                </option>
              ))}
          </optgroup>
        ))}
      </NativeSelect>
      {template?.name === MAIL_TASK && <MailLacks />}
      {template?.parameters.map((parameter) => (
        <ParameterField
          key={`${template.name} ${parameter.name}`}
          template={template.name}
          parameter={parameter}
          values={draft.parameters}
          stored={form.base.parameters}
          value={valueOf(parameter, draft.parameters)}
          resourceType={transition.resourceType}
          words={words}
          error={faults.parameters?.[parameter.name]}
          onChange={(value) => change({ parameters: { ...draft.parameters, [parameter.name]: value } })}
          onChangeAlso={(also) => change({ parameters: { ...draft.parameters, ...also } })}
        />
      ))}
      {faults.combination && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('workflow:valuesComboErrorMessage')}
        </Text>
      )}
    </DraftForm>
  );
}

interface TheirActionProps {
  /** As it is stored now. */
  action: ActionDraft;
  templates: readonly TaskTemplate[];
  words: ActionWords;
}

/** What somebody else made of an action meanwhile. */
function TheirAction({ action, templates, words }: TheirActionProps) {
  const { t } = useTranslation('workflowSettings');
  const template = templates.find(({ name }) => name === action.template);
  return (
    <>
      <Text size="sm" mt="xs">
        {t('theirs.action', { action: template ? words.nameOf(template) : action.template })}
      </Text>
      {template && <ParameterLines words={words} template={template} parameters={action.parameters} />}
    </>
  );
}

/** Whether an action was refused because its transition was deleted meanwhile. */
const isOfNoTransition = (failure: unknown) =>
  isProblem(failure, 'invalid') && failure.problem.fields.some(({ name }) => name === 'transitionUuid');

interface Refused {
  readonly draft: ActionDraft;
  /** Undefined where the transition has the same action. */
  readonly fields: readonly FieldProblem[] | undefined;
}

/** What is typed of an action, and what is wrong with it. */
function useActionForm(
  transition: TransitionTemplate,
  templates: readonly TaskTemplate[],
  action: TransitionTask | undefined,
  tag: string | undefined,
) {
  const queries = useQueryClient();
  const wordOf = useFaultWords();
  const [refused, setRefused] = useState<Refused>();
  /** Whether the form has a field for each of them. */
  const isShown = (fields: readonly FieldProblem[], draft: ActionDraft) => {
    const template = templates.find(({ name }) => name === draft.template);
    const shown = template?.parameters.map(({ name }) => `${PARAMETERS}${name}`) ?? [];
    return fields.length > 0 && fields.every(({ name }) => ['templateName', ...shown].includes(name));
  };
  const form = useDraft<ActionDraft, keyof ActionDraft>({
    key: `workflow-action-${action?.uuid ?? `of-${transition.uuid}`}`,
    begin: { draft: action ? draftOf(action) : blankAction, tag },
    changedParts,
    kept: keptAction,
    send: async (_, draft, tag) => {
      const template = templates.find(({ name }) => name === draft.template);
      const body = { templateName: draft.template, parameters: sentParameters(draft, template) };
      if (action) await changeAction(action.uuid, body, tag);
      else await createAction({ ...body, transitionUuid: transition.uuid });
    },
    readAgain:
      action &&
      (async () => {
        const fresh = await queries.fetchQuery(actionQuery(action.uuid));
        return { draft: draftOf(fresh.answer), tag: fresh.tag };
      }),
    takeFault: (error, draft) => {
      if (isProblem(error, 'duplicate')) setRefused({ draft, fields: undefined });
      else if (isProblem(error, 'invalid') && isShown(error.problem.fields, draft))
        setRefused({ draft, fields: error.problem.fields });
      else return false;
      return true;
    },
  });
  // What is changed since is no longer marked.
  const isSame = refused !== undefined && changedParts(refused.draft, form.draft).length === 0;
  return { ...form, faults: isSame ? faultsOf(refused, wordOf) : {} };
}

/** How the call names the fields of parameters. */
const PARAMETERS = 'parameters.';

interface ActionFaults {
  readonly combination?: boolean;
  readonly templateName?: string;
  /** By the names of the parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
}

function faultsOf({ fields }: Refused, wordOf: (problem: FieldProblem) => string): ActionFaults {
  if (!fields) return { combination: true };
  const template = fields.find(({ name }) => name === 'templateName');
  return {
    ...(template && { templateName: wordOf(template) }),
    parameters: Object.fromEntries(
      fields
        .filter(({ name }) => name.startsWith(PARAMETERS))
        .map((problem) => [problem.name.slice(PARAMETERS.length), wordOf(problem)]),
    ),
  };
}
