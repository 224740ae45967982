import type { UserRights } from '@armarium/contract/capability';

/** What the screens of people need to know of the organisation and of the signed-in user. */
export interface PeopleOf {
  /** The name of the organisation in calls. */
  tenant: string;
  userRights: UserRights;
  ownId: string;
  /** Whether the organisation sends mail, and so can invite. */
  sendsMail: boolean;
}
