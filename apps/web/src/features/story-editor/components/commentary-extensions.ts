import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { isWholeAddress } from '../../../viewers/story/whole-address.ts';

/**
 * What a commentary may hold (wire.md): p, br, strong, em, u, a, ul, ol, li. All else that is pasted becomes plain text of
 * these. Undo is that of the whole draft.
 */
export const commentaryExtensions = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  Bold,
  Italic,
  Underline,
  BulletList,
  OrderedList.extend({
    // The server keeps no number to begin with.
    addAttributes: () => ({}),
  }),
  ListItem,
  ListKeymap,
  Link.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: isWholeAddress,
    shouldAutoLink: isWholeAddress,
  }),
];
