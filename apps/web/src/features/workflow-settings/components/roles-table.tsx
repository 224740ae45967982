import { reachOf, type Role, type UserRights } from '@armarium/contract/capability';
import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rolesQuery } from '../../../records/api/roles.ts';
import { grouped } from '../../../ui/grouped.ts';
import { performingRoles, publishingRoles } from '../transition-form.ts';
import classes from './transitions.module.css';

interface RolesTableProps {
  /** The only ones that may perform the transition; null: all that may perform transitions. */
  value: readonly Role[] | null;
  /** Whether it changes who sees the record: then the roles that publish alone may perform it. */
  isForPublishers: boolean;
  error: string | undefined;
  userRights: UserRights;
  onChange(roles: readonly Role[] | null): void;
}

/** Who may perform a transition: all roles that may perform transitions, or some of them, with what they may do. */
export function RolesTable({ value, isForPublishers, error, userRights, onChange }: RolesTableProps) {
  const { t } = useTranslation(['workflowSettings', 'users']);
  const holders = useQuery(rolesQuery).data;
  const reachWord = (role: Role) => {
    const reach = reachOf('transition', [role], userRights);
    return reach ? t(`reach.${reach}`) : t('reach.none');
  };
  return (
    <Radio.Group
      label={t('part.roles')}
      description={isForPublishers ? t('publishersOnly') : undefined}
      mt="md"
      error={error}
      value={value ? 'some' : 'all'}
      onChange={(which) => onChange(which === 'all' ? null : [])}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="all" label={t(isForPublishers ? 'allPublishers' : 'allRoles')} />
        <Radio value="some" label={t('someRoles')} />
      </Stack>
      {value && (
        <div className={classes.tableFrame} data-fault={error === undefined ? undefined : true}>
          <table className={classes.roles}>
            <thead>
              <tr>
                <th scope="col">{t('role')}</th>
                <th scope="col">{t('performs')}</th>
                <th scope="col">{t('publishes')}</th>
                <th scope="col" className={classes.number}>
                  {t('accounts')}
                </th>
              </tr>
            </thead>
            <tbody>
              {(isForPublishers ? publishingRoles : performingRoles).map((role) => (
                <tr key={role}>
                  <th scope="row">
                    <Checkbox
                      label={t(`users:role.${role}`)}
                      checked={value.includes(role)}
                      onChange={({ currentTarget: { checked } }) =>
                        onChange(checked ? [...value, role] : value.filter((one) => one !== role))
                      }
                    />
                  </th>
                  <td>{reachWord(role)}</td>
                  <td>{reachOf('publish', [role], userRights) ? t('yes') : t('no')}</td>
                  <td className={`${classes.number} tabular`}>
                    {holders ? grouped(holders.find(({ name }) => name === role)?.accounts ?? 0) : '…'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {value.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('chooseRole')}
            </Text>
          )}
        </div>
      )}
    </Radio.Group>
  );
}
