import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { usedStates } from './workflow-findings.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A state, where it is drawn: the top left corner and the size, in px. */
export interface PlacedState extends Point {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** A transition, as it is drawn: the points of its line, from state to state, its label and the middle of it, in px. */
export interface PlacedTransition<T> {
  readonly transition: T;
  readonly text: string;
  readonly points: readonly Point[];
  readonly label: Point;
}

const NODE_HEIGHT_px = 56;
const NODE_WIDTH_px = { min: 130, max: 280 };
const LABEL_HEIGHT_px = 22;
/** What stands beside the name of a state: its colour, its number of records, and the room between. */
const FRAME_px = 96;
/** How wide a letter of a name and of a label is about. */
const LETTER_px = { node: 8.2, label: 7 };

/** A longer label of a transition is cut, so that it leaves room for the rest. */
const LABEL_MAX_LETTERS = 32;

const cut = (text: string) =>
  text.length > LABEL_MAX_LETTERS ? `${text.slice(0, LABEL_MAX_LETTERS - 1).trimEnd()}…` : text;

const widthOf = (text: string) =>
  Math.min(NODE_WIDTH_px.max, Math.max(NODE_WIDTH_px.min, text.length * LETTER_px.node + FRAME_px));

/** Where a workflow begins and where it leads: from left to right, or from top to bottom. */
export type Direction = 'LR' | 'TB';

/**
 * Places the states that transitions use, and the transitions between them. A transition whose states are not known is
 * left out with a warning (back office §8).
 * @param stateLabel what a state is called; undefined where there is no such state
 * @returns also the size of the whole, in px
 */
export function placedWorkflow<T extends Pick<TransitionTemplate, 'uuid' | 'itemFromState' | 'itemToState'>>(
  transitions: readonly T[],
  stateLabel: (name: string) => string | undefined,
  transitionLabel: (transition: T) => string,
  direction: Direction = 'LR',
): { states: PlacedState[]; transitions: PlacedTransition<T>[]; width: number; height: number } {
  const drawn = transitions.filter((one) => {
    const missing = [one.itemFromState, one.itemToState].filter((state) => stateLabel(state) === undefined);
    if (missing.length > 0)
      // oxlint-disable-next-line no-console -- the specification asks for it
      console.warn(
        `The graph leaves out the transition ${one.uuid}: there is no state ${missing.join(', ')}.`,
      );
    return missing.length === 0;
  });
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true })
    .setGraph({ rankdir: direction, nodesep: 36, edgesep: 14, ranksep: direction === 'LR' ? 48 : 28 })
    .setDefaultEdgeLabel(() => ({}));
  for (const state of usedStates(drawn))
    graph.setNode(state, { width: widthOf(stateLabel(state) ?? state), height: NODE_HEIGHT_px });
  for (const one of drawn)
    graph.setEdge(
      one.itemFromState,
      one.itemToState,
      {
        width: cut(transitionLabel(one)).length * LETTER_px.label + 12,
        height: LABEL_HEIGHT_px,
        labelpos: 'c',
      },
      one.uuid,
    );
  if (drawn.length === 0) return { states: [], transitions: [], width: 0, height: 0 };
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    states: graph.nodes().map((name) => {
      const { x = 0, y = 0, width, height } = graph.node(name);
      return { name, x: x - width / 2, y: y - height / 2, width, height };
    }),
    transitions: drawn.map((transition) => {
      const { itemFromState, itemToState, uuid } = transition;
      const { points = [], x = 0, y = 0 } = graph.edge(itemFromState, itemToState, uuid);
      return { transition, text: cut(transitionLabel(transition)), points, label: { x, y } };
    }),
  };
}

/**
 * The path of an SVG line through all points without a corner (a Catmull-Rom spline). It passes the middle of its label,
 * which is one of them.
 */
export function pathThrough(points: readonly Point[]): string {
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)] ?? { x: 0, y: 0 };
  const beside = (index: number, by: 1 | -1): string => {
    const [here, before, after] = [at(index), at(index - 1), at(index + 1)];
    const along = (one: 'x' | 'y') => Math.round(here[one] + (by * (after[one] - before[one])) / 6);
    return `${along('x')},${along('y')}`;
  };
  return points
    .map(({ x, y }, index) =>
      index === 0 ? `M${x},${y}` : `C${beside(index - 1, 1)} ${beside(index, -1)} ${x},${y}`,
    )
    .join(' ');
}
