import type { WorkflowFile } from '@armarium/contract/workflow-file';
import { LineCounter, parseDocument, stringify, visit, type Node } from 'yaml';

/** What stands in the file, as YAML. */
export const asYaml = (file: WorkflowFile): string => stringify(file, { lineWidth: 0 });

/** The text of a file that is YAML or JSON. */
export interface ReadText {
  readonly content: unknown;
  /**
   * The line, counted from 1, of a place such as `transitions[2].tasks[0].parameters`. Where that is absent from the file,
   * the line of what it should stand in.
   */
  readonly lineOf: (place: string) => number;
  /** The text or number that stands at a place; undefined where nothing or more stands there. */
  readonly valueAt: (place: string) => string | undefined;
}

/** Why a file can't be read; of YAML and JSON with a fault, the line, counted from 1. */
export type Unreadable =
  { readonly why: 'no-text' | 'empty' } | { readonly why: 'fault'; readonly line: number };

const stepsOf = (place: string): (string | number)[] =>
  [...place.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));

/** Reads YAML or JSON. Whether it is a workflow file, the server judges. */
export function readText(text: string): ReadText | Unreadable {
  // The replacement character stands where bytes are no UTF-8.
  if (/[\0\uFFFD]/.test(text)) return { why: 'no-text' };
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [error] = document.errors;
  if (error) return { why: 'fault', line: error.linePos?.[0].line ?? 1 };
  if (document.contents === null) return { why: 'empty' };
  const lineOf = (place: string): number => {
    const steps = stepsOf(place);
    for (; steps.length > 0; steps.pop()) {
      const node = document.getIn(steps, true) as Node | undefined;
      if (node?.range) return lineCounter.linePos(node.range[0]).line;
    }
    return 1;
  };
  const valueAt = (place: string) => {
    const value: unknown = document.getIn(stepsOf(place));
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  try {
    return { content: document.toJS(), lineOf, valueAt };
  } catch {
    // An alias stands for nothing, or for too much.
    let line = 1;
    visit(document, {
      Alias: (_, { range }) => {
        line = lineCounter.linePos(range?.[0] ?? 0).line;
        return visit.BREAK;
      },
    });
    return { why: 'fault', line };
  }
}
