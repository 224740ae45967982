import type { TaskTemplate, TransitionTask } from '@armarium/contract/transition-tasks';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { closestCenter, DndContext, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFlask, IconPlus } from '@tabler/icons-react';
import { Fragment, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpened } from '../../../ui/opener.ts';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { controlOf, useKeptFocus } from '../../../ui/use-kept-focus.ts';
import type { Ordered } from '../../../ui/use-saved-order.ts';
import { actionQuery, actionsQuery, deleteAction, taskTemplatesQuery } from '../api/actions.ts';
import { ActionCard } from './action-card.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { TrialDialog } from './trial-dialog.tsx';
import { useActionOrder } from './use-action-order.ts';
import { useReadOnce } from './use-read-once.ts';
import { useActionWords, type ActionWords } from './use-action-words.ts';
import classes from './actions.module.css';

type Opened =
  | { readonly dialog: 'form'; readonly uuid: string | undefined }
  | { readonly dialog: 'delete'; readonly action: TransitionTask }
  | { readonly dialog: 'trial' };

/**
 * The actions of a transition: what must hold and what it changes, in the order in which they run, and what it sends
 * afterwards (back office §2.3).
 */
export function ActionsPanel({ transition }: { transition: TransitionTemplate }) {
  const { t } = useTranslation('workflowSettings');
  const query = useQuery(actionsQuery(transition.uuid));
  const templatesRead = useQuery(taskTemplatesQuery(transition.resourceType));
  const templates = templatesRead.data;
  const words = useActionWords(transition.resourceType);
  const { opened, open, close } = useOpened<Opened>();
  const nameOf = ({ templateName }: TransitionTask) =>
    words.nameOf(
      templates?.find(({ name }) => name === templateName) ?? { name: templateName, label: templateName },
    );
  return (
    <section className={classes.panel} aria-label={t('actions')}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.title}>{t('actions')}</h3>
          {query.data?.items.length === 0 && <p className={classes.text}>{t('noActions')}</p>}
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconFlask size={18} stroke={1.7} aria-hidden />}
            onClick={() => open({ dialog: 'trial' })}
          >
            {t('trial.open')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
            onClick={() => open({ dialog: 'form', uuid: undefined })}
          >
            {t('addAction')}
          </Button>
        </Group>
      </div>
      {query.data && templates ? (
        <ActionList
          transition={transition}
          read={query.data}
          templates={templates}
          words={words}
          nameOf={nameOf}
          onEdit={({ uuid }) => open({ dialog: 'form', uuid })}
          onDelete={(action) => open({ dialog: 'delete', action })}
        />
      ) : (
        <PendingRows query={query.data ? templatesRead : query} height_px={56} />
      )}
      {opened?.dialog === 'form' && (
        <ActionDialog transition={transition} uuid={opened.uuid} onClose={close} />
      )}
      {opened?.dialog === 'delete' && (
        <DeleteAction action={opened.action} name={nameOf(opened.action)} onClose={close} />
      )}
      {opened?.dialog === 'trial' && <TrialDialog transition={transition} onClose={close} />}
    </section>
  );
}

interface DeleteActionProps {
  action: TransitionTask;
  name: string;
  onClose(): void;
}

function DeleteAction({ action, name, onClose }: DeleteActionProps) {
  const { t } = useTranslation('workflowSettings');
  const query = useQuery(actionQuery(action.uuid));
  const { read, readAgain } = useReadOnce(query);
  return (
    <DeleteDialog
      title={t('deleteActionQuestion', { action: name })}
      failedWord={t('actionDeleteFailed')}
      removedWord={t('actionRemoved')}
      isPending={query.isPending}
      remove={() => deleteAction(action, read?.tag)}
      onStale={() => void readAgain()}
      onCancel={onClose}
      onDone={onClose}
    >
      {t('deleteActionText')}
    </DeleteDialog>
  );
}

interface ActionListProps {
  transition: TransitionTemplate;
  read: Ordered<TransitionTask>;
  templates: readonly TaskTemplate[];
  words: ActionWords;
  nameOf(action: TransitionTask): string;
  onEdit(action: TransitionTask): void;
  onDelete(action: TransitionTask): void;
}

/** The actions in their order, which is arranged by dragging, by buttons and by keys. */
function ActionList({ transition, read, templates, words, nameOf, onEdit, onDelete }: ActionListProps) {
  const { t } = useTranslation('workflowSettings');
  const [told, setTold] = useState('');
  const { shown, move } = useActionOrder(transition.uuid, read, () => setTold(''));
  const place = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus((uuid) => place.current?.querySelector(`[data-uuid="${uuid}"]`));
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 260, tolerance: 8 } }),
  );
  const templateOf = ({ templateName }: TransitionTask) =>
    templates.find(({ name }) => name === templateName);
  // Effects run after all else, wherever they stand among the others.
  const groups = [false, true].map((isEffect) =>
    shown.filter((action) => (templateOf(action)?.kind === 'effect') === isEffect),
  );
  /** @param to the place among the actions of its group, from 0 */
  const moveTo = (action: TransitionTask, group: readonly TransitionTask[], to: number) => {
    const inPlace = group[to];
    if (!inPlace) return;
    move(action.uuid, shown.indexOf(inPlace));
    setTold(t('actionMoved', { action: nameOf(action), place: to + 1, count: group.length }));
  };
  const step = (action: TransitionTask, group: readonly TransitionTask[], by: 1 | -1) => {
    const to = group.indexOf(action) + by;
    if (to < 0 || to >= group.length) return setTold(t(to < 0 ? 'actionIsFirst' : 'actionIsLast'));
    keepFocus(action.uuid, controlOf(document.activeElement) ?? 'edit');
    moveTo(action, group, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      // The list itself tells what a move did; buttons and keys do all that dragging does.
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        const group = groups.find((one) => one.some(({ uuid }) => uuid === active.id)) ?? [];
        const to = group.findIndex(({ uuid }) => uuid === over?.id);
        const moved = group.find(({ uuid }) => uuid === active.id);
        if (moved && to >= 0 && group[to] !== moved) moveTo(moved, group, to);
      }}
    >
      <div ref={place}>
        {groups.map((group, index) => {
          const isOfEffects = index === 1;
          if (group.length === 0 && (isOfEffects || shown.length === 0)) return null;
          return (
            <Fragment key={isOfEffects ? 'effects' : 'steps'}>
              {isOfEffects && <h4 className={classes.afterwards}>{t('actionKind.effect')}</h4>}
              <p className={classes.text}>
                {t(isOfEffects ? 'effectsText' : group.length === 0 ? 'onlyEffects' : 'actionsText')}
              </p>
              {group.length > 0 && (
                <SortableContext items={group.map(({ uuid }) => uuid)} strategy={verticalListSortingStrategy}>
                  <ol className={classes.list}>
                    {group.map((action, at) => (
                      <ActionCard
                        key={action.uuid}
                        action={action}
                        template={templateOf(action)}
                        name={nameOf(action)}
                        words={words}
                        isFirst={at === 0}
                        isLast={at === group.length - 1}
                        onStep={(by) => step(action, group, by)}
                        onEdit={() => onEdit(action)}
                        onDelete={() => onDelete(action)}
                      />
                    ))}
                  </ol>
                </SortableContext>
              )}
            </Fragment>
          );
        })}
      </div>
      <p role="status" className={classes.told}>
        {told}
      </p>
    </DndContext>
  );
}

const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
