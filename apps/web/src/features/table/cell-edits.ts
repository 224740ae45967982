import type { Item } from '@armarium/contract/items';
import { keepDraft, keyOf, recallDraft } from '../../lib/drafts.ts';
import { translate } from '../../lib/i18n.ts';
import { notify, notifyProblem } from '../../ui/notify.tsx';
import { sameTexts } from '../record-entry/record-form.ts';
import { listsShowSaved } from './api/save-cell.ts';
import {
  type CellChange,
  type CellDraft,
  type CellEdit,
  type CellName,
  faultOf,
  isOnItsWay,
  maySendAgain,
  type OpenedCell,
  type Said,
} from './cell-edit.ts';
import { CellSaving, type Outcome } from './cell-saving.ts';
import { type CellField, cellKey, isSameValue } from './editable-cells.ts';

const DRAFTS = 'cells';

/**
 * What is typed into the cells of tables, until it is saved: one editor at most, and any number of texts under way. It
 * outlives the table: an answer may come after that was left.
 */
class CellEdits {
  readonly #owner = keyOf(DRAFTS);
  readonly #listeners = new Set<() => void>();
  readonly #saving = new CellSaving((item) => {
    this.#answered = new Map(this.#answered).set(item.uuid, item);
    this.#tell();
  });
  readonly #edits = new Map<string, CellEdit>();
  #answered: ReadonlyMap<string, Item> = new Map();
  /** The address of the list that is shown. */
  #page = '';
  #active: CellName | undefined;
  #changes: readonly CellChange[] = [];
  /** Counts how often these were emptied. */
  #round = 0;
  #undoing = Promise.resolve();
  #opened: OpenedCell | undefined;
  #said: Said | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly opened = (): OpenedCell | undefined => this.#opened;
  readonly openedAt = (key: string): OpenedCell | undefined =>
    this.#opened?.key === key ? this.#opened : undefined;
  /** The text of a cell that is not saved; also one that was typed before a reload. */
  readonly editAt = (key: string): CellEdit | undefined => this.#edits.get(key);
  /** Items of this page as the server answered them last. */
  readonly answered = (): ReadonlyMap<string, Item> => this.#answered;
  readonly said = (): Said | undefined => this.#said;
  readonly mayUndo = (): boolean => this.#changes.length > 0;
  /** How many texts are neither saved nor on their way, on whatever page. */
  readonly failedCount = (): number => this.failed().length;
  readonly maySendAgain = (): boolean => [...this.#edits.values()].some(maySendAgain);
  /** The texts that are neither saved nor on their way, on whatever page. */
  readonly failed = (): readonly CellEdit[] => [...this.#edits.values()].filter(({ failure }) => failure);
  /** Whether anything would be lost with the tab. */
  readonly hasUnsaved = (): boolean => this.#drafts().length > 0;
  /** Whether a cell is the one that has the focus, or had it last. */
  readonly isActive = ({ uuid, column }: CellName): boolean =>
    uuid === this.#active?.uuid && column === this.#active.column;

  constructor() {
    for (const draft of recallDraft<CellDraft[]>(DRAFTS) ?? [])
      this.#edits.set(cellKey(draft.field), { ...draft, failure: { kind: 'unsaved' } });
  }

  activate(cell: CellName): void {
    if (this.isActive(cell)) return;
    this.#active = cell;
    this.#tell();
  }

  /** Another page of a list is shown: what was changed on the one before is no longer taken back. */
  showPage(address: string): void {
    if (address === this.#page) return;
    this.#page = address;
    this.#forgetChanges();
    this.#said = undefined;
    this.#answered = new Map();
    this.#tell();
  }

  /** Cells are no longer edited, and rows may leave: the lists are read again, once what is under way is saved. */
  async finish(): Promise<void> {
    this.#forgetChanges();
    await this.#saving.settled();
    listsShowSaved();
  }

  /** Forgets a text that could not be saved where the record holds it all the same. @param shown what the record holds */
  compare(field: CellField, shown: readonly string[]): void {
    const key = cellKey(field);
    const edit = this.#edits.get(key);
    if (edit?.failure && isSameValue([edit.text], shown, field.template)) this.#put(key, undefined);
  }

  /** Opens the editor of a cell. @param typed in place of its text */
  open(field: CellField, shown: readonly string[], typed?: string): void {
    const key = cellKey(field);
    const edit = this.#edits.get(key);
    const began = edit?.text ?? shown[0] ?? '';
    this.#opened = { field, key, began, base: edit?.base ?? shown, text: typed ?? began };
    this.#saving.prepare(field.uuid);
    this.#changed();
  }

  type(text: string): void {
    if (!this.#opened) return;
    const { fault: _, ...opened } = this.#opened;
    this.#opened = { ...opened, text };
    this.#changed();
  }

  /** Closes the editor without what was typed. */
  drop(): void {
    if (!this.#opened) return;
    const { key } = this.#opened;
    this.#opened = undefined;
    // What is on its way goes on.
    if (isOnItsWay(this.#edits.get(key))) this.#changed();
    else this.#put(key, undefined);
  }

  /** Closes the editor of a cell that is shown no longer; what was typed is found again with the cell. */
  leave(): void {
    if (!this.#opened) return;
    const { field, key, text, base, began } = this.#opened;
    this.#opened = undefined;
    if (text === began) this.#changed();
    else this.#put(key, { field, text, base, failure: { kind: 'unsaved' } });
  }

  /**
   * Closes the editor and saves its text, in the background.
   * @param staysOpen whether it stays open where the text can't be sent
   * @returns whether it was closed
   */
  commit(staysOpen: boolean): boolean {
    if (!this.#opened) return true;
    const { field, key, text, base } = this.#opened;
    const edit = this.#edits.get(key);
    const isSame = isOnItsWay(edit) ? text === edit?.text : text === base[0] || text.trim() === base[0];
    if (isSame && base.length === 1) {
      this.drop();
      return true;
    }
    const fault = staysOpen ? faultOf(this.#opened) : undefined;
    if (fault) {
      this.#opened = { ...this.#opened, fault };
      this.#tell();
      return false;
    }
    this.#opened = undefined;
    const { failure } = edit ?? {};
    // Who typed again had seen what the other one wrote; who didn't has still to choose.
    if (failure?.kind !== 'changed') this.#submit({ field, text, base });
    else if (text !== edit?.text) this.#submit({ field, text, base: failure.theirs });
    else this.#changed();
    return true;
  }

  /** Sends what was refused or never sent. @param only the text of this cell; else all of them, also of other pages */
  sendAgain(only?: CellField): void {
    for (const edit of [...this.#edits.values()]) {
      const { field, text, base } = edit;
      if (!maySendAgain(edit) || (only && cellKey(only) !== cellKey(field))) continue;
      this.#saving.prepare(field.uuid);
      this.#submit({ field, text, base });
    }
  }

  /** Forgets the texts that are neither saved nor on their way. */
  discardFailed(): void {
    for (const [key, { failure }] of this.#edits) if (failure) this.#edits.delete(key);
    this.#changed();
  }

  /** Ends a conflict with the text that was typed here, or with what somebody else wrote. */
  choose(field: CellField, side: 'mine' | 'theirs'): void {
    const key = cellKey(field);
    const edit = this.#edits.get(key);
    if (edit?.failure?.kind !== 'changed') return;
    if (side === 'theirs') this.#put(key, undefined);
    else this.#send({ field, text: edit.text, base: edit.failure.theirs });
  }

  /** Takes back the last change that was saved, once those under way are. */
  undo(): void {
    this.#undoing = this.#undoing.then(async () => {
      await this.#saving.settled();
      const last = this.#changes.at(-1);
      if (!last) return;
      this.#changes = this.#changes.slice(0, -1);
      await this.#saving.inTurn(last.field.uuid, () => this.#takeBack(last));
    });
  }

  async #takeBack(change: CellChange): Promise<void> {
    const { field, before, after } = change;
    const round = this.#round;
    const outcome = await this.#saving.write(field, before, after);
    if (outcome.kind === 'saved') this.#written(field, undefined, outcome.after, 'undone');
    else if (outcome.kind === 'changed')
      notify('info', {
        title: translate('table:cells.notUndone', { field: field.label }),
        message: translate('table:cells.changed'),
      });
    else {
      this.#keepChange(change, round);
      notifyProblem(outcome.error as Error, () => translate('table:cells.notUndone', { field: field.label }));
    }
    this.#tell();
  }

  /** Sends a text, unless it can't be sent as it is. */
  #submit(draft: CellDraft): void {
    const fault = faultOf(draft);
    if (!fault) {
      this.#send(draft);
      return;
    }
    this.#say('failed', draft.field);
    this.#put(cellKey(draft.field), { ...draft, failure: { kind: 'fault', fault } });
  }

  #send(draft: CellDraft): void {
    const { field } = draft;
    const round = this.#round;
    this.#put(cellKey(field), draft);
    void this.#saving.inTurn(field.uuid, async () => {
      const latest = this.#edits.get(cellKey(field));
      // A later turn may have nothing left to do.
      if (!latest || !isOnItsWay(latest)) return;
      this.#ended(latest, await this.#saving.write(field, [latest.text], latest.base), round);
    });
  }

  #ended(sent: CellEdit, outcome: Outcome, round: number): void {
    const { field } = sent;
    if (outcome.kind === 'saved') {
      const { before, after } = outcome;
      if (!sameTexts(before, after)) this.#keepChange({ field, before, after }, round);
      this.#written(field, sent, after, 'saved');
    } else if (this.#edits.get(cellKey(field)) === sent) {
      this.#say('failed', field);
      this.#put(cellKey(field), { ...sent, failure: outcome });
    }
  }

  /** The server has these texts in a field: what was typed since goes on from them. @param sent undefined where no edit was */
  #written(
    field: CellField,
    sent: CellEdit | undefined,
    after: readonly string[],
    kind: 'saved' | 'undone',
  ): void {
    const key = cellKey(field);
    const edit = this.#edits.get(key);
    if (this.#opened?.key === key) this.#opened = { ...this.#opened, base: after };
    this.#say(kind, field);
    this.#put(key, edit && edit !== sent ? { ...edit, base: after } : undefined);
  }

  #say(kind: Said['kind'], { label }: CellField): void {
    this.#said = { kind, field: label, count: (this.#said?.count ?? 0) + 1 };
  }

  /** Only what is on the screen is taken back. */
  #forgetChanges(): void {
    this.#changes = [];
    this.#round += 1;
  }

  /** Keeps a change to be taken back. @param round in which it was made */
  #keepChange(change: CellChange, round: number): void {
    if (round === this.#round) this.#changes = [...this.#changes, change];
  }

  #put(key: string, edit: CellEdit | undefined): void {
    if (edit) this.#edits.set(key, edit);
    else this.#edits.delete(key);
    this.#changed();
  }

  #drafts(): CellDraft[] {
    const opened = this.#opened?.text === this.#opened?.began ? undefined : this.#opened;
    const rest = [...this.#edits].filter(([key]) => key !== opened?.key).map(([, edit]) => edit);
    return [...rest, ...(opened ? [opened] : [])].map(({ field, text, base }) => ({ field, text, base }));
  }

  /** Keeps what is not saved over a reload, and tells what shows the cells. */
  #changed(): void {
    const drafts = this.#drafts();
    // Somebody else may have signed in meanwhile.
    if (keyOf(DRAFTS) === this.#owner) keepDraft(DRAFTS, drafts.length > 0 ? drafts : undefined);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const edits = new Map<string, CellEdits>();

/** What the account that is signed in types into cells. */
export function ownCellEdits(): CellEdits {
  const own = edits.get(keyOf(DRAFTS)) ?? new CellEdits();
  edits.set(keyOf(DRAFTS), own);
  return own;
}

/** The browser asks before the page is left with texts that are not saved. */
window.addEventListener('beforeunload', (event) => {
  if (edits.get(keyOf(DRAFTS))?.hasUnsaved()) event.preventDefault();
});

export type { CellEdits };
