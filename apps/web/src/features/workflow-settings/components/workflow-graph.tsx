import '@xyflow/react/dist/base.css';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import {
  BaseEdge,
  ConnectionMode,
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
  type ReactFlowInstance,
} from '@xyflow/react';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { labelOf } from '../../../records/label.ts';
import { grouped } from '../../../ui/grouped.ts';
import type { Findings } from '../workflow-findings.ts';
import { pathThrough, placedWorkflow, type PlacedTransition } from '../workflow-layout.ts';
import { useTransitionName } from './use-transition-name.ts';
import type { Ends } from './use-transition-form.ts';
import classes from './workflow-graph.module.css';

type StateNode = Node<{ name: string; label: string; records: string | undefined; isOdd: boolean }, 'state'>;
type TransitionEdge = Edge<{ placed: PlacedTransition<TransitionTemplate>; isOdd: boolean }, 'transition'>;

interface WorkflowGraphProps {
  transitions: readonly TransitionTemplate[];
  /** What is marked; the page says it in words. */
  findings: Findings<TransitionTemplate>;
  /** What a state is called; undefined where there is no such state. */
  stateLabel(name: string): string | undefined;
  /** How many records are in each state; undefined until that is known. */
  counts: ReadonlyMap<string, number> | undefined;
  /** The uuid of the transition that is selected in the list. */
  selected: string | undefined;
  onSelect(uuid: string): void;
  /** Called where a line was drawn from a state to another. */
  onConnect(ends: Ends): void;
}

const nodeTypes = { state: StateBox };
const edgeTypes = { transition: TransitionArrow };
/** The buttons of zoom stand below the graph. */
const fit = { padding: { x: '16px', top: '16px', bottom: '52px' }, maxZoom: 1 } as const;
/** Removes the English role descriptions that the library gives its elements. */
const plain = { 'aria-roledescription': undefined };

/**
 * The workflow of a kind of records as a graph: states with their records, transitions as arrows. It adds to the list of
 * transitions, in which everything stands too, and by which keyboard and screen reader do all that is done here.
 */
export default function WorkflowGraph({
  transitions,
  findings,
  stateLabel,
  counts,
  selected,
  onSelect,
  onConnect,
}: WorkflowGraphProps) {
  const { t } = useTranslation('workflowSettings');
  const nameOf = useTransitionName();
  const { ref: frame, width, height } = useElementSize();
  const flow = useRef<ReactFlowInstance<StateNode, TransitionEdge>>(undefined);
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const direction = narrow ? 'TB' : 'LR';
  const placed = useMemo(
    () => placedWorkflow(transitions, stateLabel, (transition) => labelOf(transition), direction),
    [transitions, stateLabel, direction],
  );
  // All of it stays in sight where the frame or the workflow gets another size (WFCONF-25).
  useEffect(() => {
    void flow.current?.fitView(fit);
  }, [width, height, placed.width, placed.height]);
  const nodes = placed.states.map(({ name, x, y, width, height }): StateNode => ({
    id: name,
    type: 'state',
    position: { x, y },
    width,
    height,
    // The library need not measure it before it draws arrows.
    measured: { width, height },
    handles: [{ type: 'source', position: Position.Right, x: 0, y: 0, width, height }],
    data: {
      name,
      label: stateLabel(name) ?? name,
      records: counts && grouped(counts.get(name) ?? 0),
      isOdd: findings.unreachable.includes(name) || findings.final.includes(name),
    },
    domAttributes: plain,
  }));
  const edges = placed.transitions.map((one): TransitionEdge => {
    const { uuid, itemFromState, itemToState } = one.transition;
    const isSelected = uuid === selected;
    return {
      id: uuid,
      type: 'transition',
      source: itemFromState,
      target: itemToState,
      selected: isSelected,
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 18,
        height: 18,
        color: isSelected ? 'var(--mantine-color-anchor)' : 'var(--mantine-color-dimmed)',
      },
      ariaLabel: nameOf(one.transition),
      domAttributes: plain,
      data: { placed: one, isOdd: findings.nobodys.includes(one.transition) },
    };
  });
  return (
    <div ref={frame} className={classes.frame} style={{ aspectRatio: `${placed.width} / ${placed.height}` }}>
      <ReactFlow
        // Another shape is drawn to fit anew.
        key={[
          direction,
          ...placed.transitions.map(
            ({ transition: { uuid, ...ends } }) => `${uuid} ${ends.itemFromState} ${ends.itemToState}`,
          ),
        ].join()}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={fit}
        onInit={(instance) => {
          flow.current = instance;
        }}
        aria-label={t('graph.title')}
        minZoom={0.1}
        maxZoom={2}
        nodesDraggable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        connectionMode={ConnectionMode.Loose}
        connectionDragThreshold={8}
        connectOnClick={false}
        // The wheel scrolls the page; with Ctrl it zooms.
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        onEdgeClick={(_, { id }) => onSelect(id)}
        onConnect={({ source, target }) => onConnect({ from: source, to: target })}
        ariaLabelConfig={{
          'controls.ariaLabel': t('graph.controls'),
          'controls.zoomIn.ariaLabel': t('graph.zoomIn'),
          'controls.zoomOut.ariaLabel': t('graph.zoomOut'),
          'controls.fitView.ariaLabel': t('graph.fit'),
        }}
      >
        <Controls
          fitViewOptions={fit}
          orientation="horizontal"
          showInteractive={false}
          className={classes.controls}
        />
      </ReactFlow>
    </div>
  );
}

/** A state. A line begins and ends anywhere on it. */
function StateBox({ data: { name, label, records, isOdd } }: NodeProps<StateNode>) {
  const { t } = useTranslation('workflowSettings');
  return (
    <div className={classes.state} data-odd={isOdd || undefined} title={label}>
      <StateDot state={name} />
      <span className={classes.stateName} dir="auto">
        {label}
      </span>
      {isOdd && <IconInfoCircle size={16} stroke={1.7} aria-hidden />}
      {records !== undefined && (
        <span className={`${classes.records} tabular`} title={t('graph.records')}>
          {records}
        </span>
      )}
      <Handle type="source" position={Position.Right} className={classes.handle ?? ''} />
    </div>
  );
}

function TransitionArrow({ data, markerEnd, selected = false }: EdgeProps<TransitionEdge>) {
  if (!data) return null;
  const { points, label, text, transition } = data.placed;
  return (
    <g
      className={classes.transition}
      data-selected={selected || undefined}
      data-odd={data.isOdd || undefined}
    >
      <title>{labelOf(transition)}</title>
      <BaseEdge
        path={pathThrough(points)}
        {...(markerEnd !== undefined && { markerEnd })}
        interactionWidth={16}
      />
      <text x={label.x} y={label.y}>
        {text}
      </text>
    </g>
  );
}
