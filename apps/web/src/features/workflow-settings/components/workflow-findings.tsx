import { DEFAULT_STATE } from '@armarium/contract/item-states';
import type { UserRights } from '@armarium/contract/capability';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStateLabel } from '../../../records/state-label.ts';
import { rolesThatPerform, type Findings } from '../workflow-findings.ts';
import { useTransitionName } from './use-transition-name.ts';
import classes from './transitions.module.css';

interface WorkflowFindingsProps {
  findings: Findings<TransitionTemplate>;
  userRights: UserRights;
}

/** What is odd about a workflow, in words: what is never reached, what is never left, and what nobody may perform. */
export function WorkflowFindings({ findings, userRights }: WorkflowFindingsProps) {
  const { t } = useTranslation(['workflowSettings', 'users']);
  const stateLabel = useStateLabel();
  const nameOf = useTransitionName();
  const { unreachable, final, nobodys } = findings;
  const listed = (states: readonly string[]) => states.map(stateLabel).join(', ');
  const start = stateLabel(DEFAULT_STATE);
  const nobodyText = (transition: TransitionTemplate) => {
    const roles = rolesThatPerform(transition, userRights).map((role) => t(`users:role.${role}`));
    return t(roles.length > 0 ? 'finding.nobody' : 'finding.noRole', {
      transition: nameOf(transition),
      roles: roles.join(', '),
    });
  };
  const lines: [key: string, text: string][] = [
    [
      'unreachable',
      t('finding.unreachable', { count: unreachable.length, states: listed(unreachable), start }),
    ],
    ['final', t('finding.final', { count: final.length, states: listed(final) })],
  ];
  const shown = lines.filter(([key]) => findings[key as 'unreachable' | 'final'].length > 0);
  for (const transition of nobodys) shown.push([transition.uuid, nobodyText(transition)]);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.findings} aria-label={t('findings')}>
      {shown.map(([key, text]) => (
        <li key={key}>
          <IconInfoCircle size={18} stroke={1.7} aria-hidden />
          <span dir="auto">{text}</span>
        </li>
      ))}
    </ul>
  );
}
