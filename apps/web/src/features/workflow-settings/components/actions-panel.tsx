import type { TaskTemplate, TransitionTask } from '@armarium/contract/transition-tasks';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { closestCenter, DndContext, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpened } from '../../../ui/opener.ts';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { controlOf, useKeptFocus } from '../../../ui/use-kept-focus.ts';
import type { Ordered } from '../../../ui/use-saved-order.ts';
import { actionQuery, actionsQuery, deleteAction, taskTemplatesQuery } from '../api/actions.ts';
import { ActionCard } from './action-card.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { useActionOrder } from './use-action-order.ts';
import { useReadOnce } from './use-read-once.ts';
import { useActionWords, type ActionWords } from './use-action-words.ts';
import classes from './actions.module.css';

type Opened =
  | { readonly dialog: 'form'; readonly uuid: string | undefined }
  | { readonly dialog: 'delete'; readonly action: TransitionTask };

/** The actions of a transition: what must hold and what it changes, in the order in which they run (back office §2.3). */
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
          <p className={classes.text}>{query.data?.items.length === 0 ? t('noActions') : t('actionsText')}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
          onClick={() => open({ dialog: 'form', uuid: undefined })}
        >
          {t('addAction')}
        </Button>
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
  const place = useRef<HTMLOListElement>(null);
  const keepFocus = useKeptFocus((uuid) => place.current?.querySelector(`[data-uuid="${uuid}"]`));
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 260, tolerance: 8 } }),
  );
  const moveTo = (action: TransitionTask, to: number) => {
    move(action.uuid, to);
    setTold(t('actionMoved', { action: nameOf(action), place: to + 1, count: shown.length }));
  };
  const step = (action: TransitionTask, to: number) => {
    if (to < 0 || to >= shown.length) return setTold(t(to < 0 ? 'actionIsFirst' : 'actionIsLast'));
    keepFocus(action.uuid, controlOf(document.activeElement) ?? 'edit');
    moveTo(action, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      // The list itself tells what a move did; buttons and keys do all that dragging does.
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        const to = shown.findIndex(({ uuid }) => uuid === over?.id);
        const moved = shown.find(({ uuid }) => uuid === active.id);
        if (moved && to >= 0 && shown[to] !== moved) moveTo(moved, to);
      }}
    >
      <SortableContext items={shown.map(({ uuid }) => uuid)} strategy={verticalListSortingStrategy}>
        <ol ref={place} className={classes.list}>
          {shown.map((action, index) => (
            <ActionCard
              key={action.uuid}
              action={action}
              template={templates.find(({ name }) => name === action.templateName)}
              name={nameOf(action)}
              words={words}
              isFirst={index === 0}
              isLast={index === shown.length - 1}
              onStep={(by) => step(action, index + by)}
              onEdit={() => onEdit(action)}
              onDelete={() => onDelete(action)}
            />
          ))}
        </ol>
      </SortableContext>
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
