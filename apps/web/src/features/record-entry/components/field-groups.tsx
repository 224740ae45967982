import type { Template, TemplatePriority } from '@armarium/contract/templates';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../../lib/drafts.ts';
import { recall, remember } from '../../../lib/remembered.ts';
import { groupsOf } from '../field-groups.ts';
import { FieldFinder } from './field-finder.tsx';
import classes from './field-groups.module.css';

interface FieldGroupsProps {
  templates: readonly Template[];
  /** Names of fields that are shown even where their group is folded: something is wrong with them. */
  wrong: readonly string[];
  /** What is said of fields that are folded away. */
  summary(templates: readonly Template[]): string | undefined;
  /** Whether a field takes the whole width; else it shares a line with another one. */
  isWide?(template: Template): boolean;
  /** Draws a field. @param isFirst whether it is the first of the form */
  children(template: Template, isFirst: boolean): ReactNode;
}

const FOLD_KEY = 'low-fields';

/**
 * The fields of a form by their priority, in two columns where there is room. Those of low priority are folded away, and
 * a field is found by its name.
 */
export function FieldGroups({ templates, wrong, summary, isWide, children }: FieldGroupsProps) {
  const groups = groupsOf(templates);
  const [isUnfolded, setUnfolded] = useState(() => recall(keyOf(FOLD_KEY)) === 'open');
  const [sought, setSought] = useState<{ readonly name: string }>();
  const root = useRef<HTMLDivElement>(null);
  const finder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!sought) return;
    const field = root.current?.querySelector(`[data-of-field="${CSS.escape(sought.name)}"]`);
    field?.scrollIntoView({ block: 'center' });
    field?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
  }, [sought]);
  useFinderKey(root, finder);
  // A field stays in sight when its fault is mended, so that typing goes on.
  const isFaulty = groups.some(
    (group) => group.priority === 'LOW' && group.templates.some(({ name }) => wrong.includes(name)),
  );
  if (isFaulty && !isUnfolded) setUnfolded(true);
  const fold = () => {
    if (isFaulty) return;
    setUnfolded(!isUnfolded);
    remember(keyOf(FOLD_KEY), isUnfolded ? 'folded' : 'open');
  };
  return (
    <div ref={root} className={classes.groups}>
      {groups[0]?.priority && (
        <FieldFinder
          ref={finder}
          templates={groups.flatMap((group) => group.templates)}
          onFind={(name) => {
            const found = groups.find((group) => group.templates.some((one) => one.name === name));
            if (found?.priority === 'LOW') setUnfolded(true);
            setSought({ name });
          }}
        />
      )}
      {groups.map((group, place) => (
        <Group
          key={group.priority ?? 'all'}
          priority={groups.length === 1 ? undefined : group.priority}
          count={group.templates.length}
          summary={summary(group.templates)}
          isOpen={group.priority !== 'LOW' || groups.length === 1 || isUnfolded}
          mayFold={!isFaulty}
          onFold={fold}
        >
          {group.templates.map((template, index) => (
            <div
              key={template.uuid}
              data-of-field={template.name}
              className={isWide?.(template) ? classes.wide : undefined}
            >
              {children(template, place === 0 && index === 0)}
            </div>
          ))}
        </Group>
      ))}
    </div>
  );
}

/** Alt G leads to the finder from anywhere in the form. */
function useFinderKey(root: RefObject<HTMLElement | null>, finder: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, altKey, key } = event;
      const form = root.current?.closest('form') ?? root.current;
      const isHere = target instanceof Node && form?.contains(target);
      // On some keyboards the two keys write a character.
      const isKey = altKey && key.toLowerCase() === 'g' && !event.getModifierState('AltGraph');
      if (!isKey || !isHere || !finder.current) return;
      event.preventDefault();
      finder.current.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [root, finder]);
}

interface GroupProps {
  /** Undefined where the form has no other group: it needs no heading then. */
  priority: TemplatePriority | undefined;
  count: number;
  summary: string | undefined;
  isOpen: boolean;
  mayFold: boolean;
  onFold(): void;
  children: ReactNode;
}

function Group({ priority, count, summary, isOpen, mayFold, onFold, children }: GroupProps) {
  const { t } = useTranslation('editing');
  const id = useId();
  const columns = <div className={classes.columns}>{children}</div>;
  if (!priority) return columns;
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h3 className={classes.heading}>
        {priority === 'LOW' ? (
          <button
            type="button"
            id={id}
            className={classes.fold}
            aria-expanded={isOpen}
            aria-disabled={!mayFold}
            onClick={onFold}
          >
            <IconChevronRight size={18} aria-hidden />
            {t('group.LOW')} ({count}){!isOpen && <span className={classes.summary}>{summary}</span>}
          </button>
        ) : (
          <span id={id}>{t(`group.${priority}`)}</span>
        )}
      </h3>
      {isOpen && columns}
    </section>
  );
}
