import type { TaskTemplate, TransitionTask } from '@armarium/contract/transition-tasks';
import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Badge } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ParameterLines } from './parameter-lines.tsx';
import type { ActionWords } from './use-action-words.ts';
import classes from './actions.module.css';

interface ActionCardProps {
  action: TransitionTask;
  /** Undefined where it is not offered for these records. */
  template: TaskTemplate | undefined;
  name: string;
  words: ActionWords;
  isFirst: boolean;
  isLast: boolean;
  onStep(by: 1 | -1): void;
  onEdit(): void;
  onDelete(): void;
}

/** An action: what it is, its values, and the buttons that move, edit and delete it. */
export function ActionCard(props: ActionCardProps) {
  const { action, template, name, words, isFirst, isLast, onStep, onEdit, onDelete } = props;
  const { t } = useTranslation('workflowSettings');
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: action.uuid,
  });
  return (
    <li
      ref={setNodeRef}
      className={classes.card}
      data-uuid={action.uuid}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
        if (!event.altKey || by === undefined) return;
        event.preventDefault();
        onStep(by);
      }}
    >
      <div ref={setActivatorNodeRef} className={classes.grip} {...listeners}>
        <IconGripVertical size={18} aria-hidden />
        <div className={classes.words}>
          <p className={classes.name}>
            {name}
            {/* Effects stand under a heading that says so. */}
            {template && template.kind !== 'effect' && (
              <Badge variant="default" size="sm">
                {t(`actionKind.${template.kind}`)}
              </Badge>
            )}
          </p>
          {template && <ParameterLines words={words} template={template} parameters={action.parameters} />}
        </div>
      </div>
      <div className={classes.controls}>
        <CardButton
          control="up"
          name={t('actionUp', { action: name })}
          isEnd={isFirst}
          onClick={() => onStep(-1)}
        >
          <IconArrowUp size={18} aria-hidden />
        </CardButton>
        <CardButton
          control="down"
          name={t('actionDown', { action: name })}
          isEnd={isLast}
          onClick={() => onStep(1)}
        >
          <IconArrowDown size={18} aria-hidden />
        </CardButton>
        <CardButton control="edit" name={t('actionEdit', { action: name })} onClick={onEdit}>
          <IconPencil size={18} stroke={1.7} aria-hidden />
        </CardButton>
        <CardButton control="delete" name={t('actionDelete', { action: name })} onClick={onDelete}>
          <IconTrash size={18} stroke={1.7} aria-hidden />
        </CardButton>
      </div>
    </li>
  );
}

interface CardButtonProps {
  control: 'up' | 'down' | 'edit' | 'delete';
  name: string;
  /** Whether the action stands at the end of the list already. The button keeps the focus there. */
  isEnd?: boolean;
  onClick(): void;
  children: ReactNode;
}

function CardButton({ control, name, isEnd = false, onClick, children }: CardButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      data-control={control}
      aria-label={name}
      title={name}
      aria-disabled={isEnd}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
