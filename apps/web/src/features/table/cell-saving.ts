import type { Item } from '@armarium/contract/items';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { isProblem } from '../../lib/api-problem.ts';
import { listOf, sameTexts } from '../record-entry/record-form.ts';
import { type CellsState, readCells, saveCells } from './api/save-cell.ts';
import { type CellField, isSameValue, textsOf } from './editable-cells.ts';

/** How the writing of a field went. */
export type Outcome =
  /** Before and after as the server has them. It may have had the new ones already. */
  | { readonly kind: 'saved'; readonly before: readonly string[]; readonly after: readonly string[] }
  /** Somebody else changed the field meanwhile. */
  | { readonly kind: 'changed'; readonly theirs: readonly string[] }
  /** With the metadata that was sent. */
  | { readonly kind: 'refused'; readonly error: unknown; readonly list: readonly MetadataEntry[] };

/** Writes fields of items: those of the same item one after the other, each with the newest tag. */
export class CellSaving {
  /** What is known of items that are edited. */
  readonly #known = new Map<string, Promise<CellsState>>();
  readonly #queues = new Map<string, Promise<void>>();
  readonly #onAnswer: (item: Item) => void;

  /** @param onAnswer is told of each item that the server answered with */
  constructor(onAnswer: (item: Item) => void) {
    this.#onAnswer = onAnswer;
  }

  /** Reads an item whose field is going to be edited, so that the tag of its change is that of what was seen. */
  prepare(uuid: string): void {
    // While changes of it are under way, the last one tells the tag.
    if (!this.#queues.has(uuid)) void this.#read(uuid).catch(() => undefined);
  }

  /** Does some work on an item after all that was begun before. @param work never fails */
  inTurn(uuid: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#queues.get(uuid) ?? Promise.resolve()).then(work).finally(() => {
      if (this.#queues.get(uuid) === turn) this.#queues.delete(uuid);
    });
    this.#queues.set(uuid, turn);
    return turn;
  }

  /** Waits for the changes that are under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#queues.values());
  }

  /**
   * Writes a field where it still is what it was, whatever became of the others.
   * @param base what it was
   */
  async write(
    field: CellField,
    texts: readonly string[],
    base: readonly string[],
    isAgain = false,
  ): Promise<Outcome> {
    const { uuid, template } = field;
    let list: MetadataEntry[] = [];
    try {
      const state = await (this.#known.get(uuid) ?? this.#read(uuid));
      const before = textsOf(state.list, template);
      if (isSameValue(before, texts, template)) return { kind: 'saved', before, after: before };
      if (!sameTexts(before, base)) return { kind: 'changed', theirs: before };
      list = listOf({ [template.name]: texts }, state.list, [template]);
      const saved = await saveCells(uuid, list, state.tag);
      this.#onAnswer(saved.item);
      // Without a tag the next change has to look first.
      if (saved.tag === undefined) this.#known.delete(uuid);
      else this.#known.set(uuid, Promise.resolve(saved));
      return { kind: 'saved', before, after: textsOf(saved.list, template) };
    } catch (error) {
      this.#known.delete(uuid);
      if (isProblem(error, 'stale') && !isAgain) return this.write(field, texts, base, true);
      return { kind: 'refused', error, list };
    }
  }

  #read(uuid: string): Promise<CellsState> {
    const reading = readCells(uuid).then((state) => {
      this.#onAnswer(state.item);
      return state;
    });
    this.#known.set(uuid, reading);
    reading.catch(() => {
      if (this.#known.get(uuid) === reading) this.#known.delete(uuid);
    });
    return reading;
  }
}
