import { ActionIcon, Button, TextInput } from '@mantine/core';
import { COMMENTARY_MAX_CHARACTERS } from '@armarium/contract/story-steps';
import {
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { isWholeAddress } from '../../../viewers/story/whole-address.ts';
import { commentaryLength } from '../state/commentary-text.ts';
import type { DraftStep } from '../state/draft-step.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { useFaults } from '../state/selectors.ts';
import { commentaryExtensions } from './commentary-extensions.ts';
import classes from './step-texts.module.css';

/** Cells of a pasted table stand beside each other: what is read of them needs a space between. */
const partedCells = (html: string) => html.replace(/<\/t[dh]>/gi, ' $&');

/** The commentary of a step: a small text editor, and how much of it is read (EDIT-28, EDIT-29). */
export function CommentaryField({ step, mayEdit }: { step: DraftStep; mayEdit: boolean }) {
  const { t } = useTranslation('storyEditor');
  const foot = useId();
  const { dispatch, state } = useEditorStore();
  const { id, commentary } = step;
  const length = commentaryLength(commentary);
  const isTooLong = length > COMMENTARY_MAX_CHARACTERS;
  const isRefused = useFaults(id).some(({ part }) => part === 'commentary');
  const isFaulty = isTooLong || isRefused;
  /** What the editor holds: markup that came back from the server is another one for the same text. */
  const held = useRef(commentary);
  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': t('commentary'),
    'aria-describedby': foot,
    'aria-invalid': String(isFaulty),
    'aria-readonly': String(!mayEdit),
    'data-field': 'commentary',
    dir: 'auto',
    tabindex: '0',
  };
  const editor = useEditor({
    // Otherwise Tiptap creates the editor while React renders. Where a slow machine takes longer than a millisecond to mount
    // it, Tiptap destroys that editor and creates another, and the focus is lost.
    immediatelyRender: false,
    extensions: commentaryExtensions,
    content: commentary,
    editable: mayEdit,
    editorProps: { attributes, transformPastedHTML: partedCells },
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: changed }) => {
      held.current = changed.isEmpty ? '' : changed.getHTML();
      dispatch({ type: 'set', id, fields: { commentary: held.current }, isTyped: true });
    },
    onBlur: () => dispatch({ type: 'rest' }),
  });
  useEffect(() => {
    editor?.setOptions({ editable: mayEdit, editorProps: { attributes, transformPastedHTML: partedCells } });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, mayEdit, isFaulty, t]);
  useEffect(() => {
    // After undo and redo. What was drawn may be older than the draft, and must not replace what was typed since.
    const now = state().steps.find((one) => one.id === id)?.commentary;
    if (!editor || now === undefined || now === held.current) return;
    held.current = now;
    editor.commands.setContent(now, { emitUpdate: false });
  }, [editor, id, commentary, state]);
  return (
    <>
      <div className={classes.field} data-fault={isFaulty || undefined}>
        {mayEdit && editor && <Tools editor={editor} />}
        <EditorContent editor={editor} className={classes.text} />
      </div>
      <p id={foot} className={classes.foot}>
        <span>{mayEdit && t('commentaryText')}</span>
        <span className="tabular" data-fault={isTooLong || undefined}>
          {t('counter', { count: length, formatted: grouped(length), most: COMMENTARY_MAX_CHARACTERS })}
        </span>
      </p>
      <p className={classes.fault} role="status">
        {isTooLong
          ? t('tooLong', { count: length - COMMENTARY_MAX_CHARACTERS })
          : isRefused && t('fault.commentary')}
      </p>
    </>
  );
}

/** What the buttons do, each with the name of its mark or list. */
const tools = [
  ['bold', IconBold, (editor: Editor) => editor.chain().focus().toggleBold().run()],
  ['italic', IconItalic, (editor: Editor) => editor.chain().focus().toggleItalic().run()],
  ['underline', IconUnderline, (editor: Editor) => editor.chain().focus().toggleUnderline().run()],
  ['bulletList', IconList, (editor: Editor) => editor.chain().focus().toggleBulletList().run()],
  ['orderedList', IconListNumbers, (editor: Editor) => editor.chain().focus().toggleOrderedList().run()],
] as const satisfies readonly (readonly [string, Icon, (editor: Editor) => boolean])[];

function Tools({ editor }: { editor: Editor }) {
  const { t } = useTranslation('storyEditor');
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      link: now.isActive('link'),
    }),
  });
  const tool = (name: keyof typeof active, Picture: Icon, onClick: () => void) => (
    <ActionIcon
      key={name}
      variant={active[name] ? 'light' : 'subtle'}
      color={active[name] ? 'accent' : 'gray'}
      size="lg"
      aria-label={t(`tool.${name}`)}
      title={t(`tool.${name}`)}
      aria-pressed={active[name]}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Picture size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <div className={classes.tools} role="group" aria-label={t('tools')}>
        {tools.map(([name, Picture, act]) => tool(name, Picture, () => act(editor)))}
        {tool('link', IconLink, () => setLinking(!isLinking))}
      </div>
      {isLinking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
}

/** Links the chosen words, or the address itself where none are chosen. */
function LinkForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const { t } = useTranslation(['storyEditor', 'ui']);
  const [before] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [typed, setTyped] = useState(before);
  const [isFaulty, setFaulty] = useState(false);
  const leave = () => {
    onDone();
    editor.commands.focus();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const href = /^[^\s:]+\.[^\s:]+$/.test(typed.trim()) ? `https://${typed.trim()}` : typed.trim();
    if (!isWholeAddress(href)) return setFaulty(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (before === '' && editor.state.selection.empty)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onDone();
  };
  return (
    <form noValidate className={classes.link} aria-label={t('tool.link')} data-own-undo onSubmit={apply}>
      <TextInput
        label={t('address')}
        type="url"
        placeholder="https://"
        value={typed}
        autoFocus
        error={isFaulty && t('addressFault')}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFaulty(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
        }}
      />
      <Button type="submit" size="sm">
        {t('link')}
      </Button>
      {before !== '' && (
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onDone();
          }}
        >
          {t('unlink')}
        </Button>
      )}
      <Button variant="subtle" size="sm" onClick={leave}>
        {t('ui:cancel')}
      </Button>
    </form>
  );
}
