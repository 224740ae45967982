import {
  changeOrganisation,
  countDuePurge,
  getOrganisation,
  listAgreements,
  listOrganisationChanges,
  removeLogo,
  setLogo,
  type Organisation,
  type OrganisationChanges,
} from '@armarium/contract/organisation';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** Of the lists of changes and of versions. */
const PER_PAGE = 10;

/** The settings as they were read, with the entity tag that a change sends back. */
export interface ReadOrganisation {
  readonly answer: Organisation;
  readonly tag: string | undefined;
}

/** The settings of the organisation. */
export const organisationQuery = queryOptions({
  queryKey: ['organisation', 'settings'],
  queryFn: ({ signal }): Promise<ReadOrganisation> => callTagged(getOrganisation, { signal }),
  meta: { inPlace: true },
  staleTime: 0,
});

/** Shows the settings as a change answered them. What else depends on them is told by an event. */
function show(read: ReadOrganisation): void {
  queryClient.setQueryData(organisationQuery.queryKey, read);
  void queryClient.invalidateQueries({ queryKey: ['organisation', 'changes'] });
  void queryClient.invalidateQueries({ queryKey: ['organisation', 'agreements'] });
}

/** @param tag the entity tag of the settings as they were read. @throws ApiProblem `stale`, `invalid` */
export async function changeSettings(body: OrganisationChanges, tag: string | undefined): Promise<void> {
  show(await callTagged(changeOrganisation, { body, ...(tag !== undefined && { ifMatch: tag }) }));
}

/** @throws ApiProblem `image-too-large`, `file-refused` */
export async function saveLogo(file: File | undefined): Promise<void> {
  if (file) show(await callTagged(setLogo, { file }));
  else {
    await call(removeLogo);
    await queryClient.invalidateQueries({ queryKey: ['organisation'] });
  }
}

/** How much would be purged if the trash kept things for so many days. */
export const duePurge = (trashDays: number) => call(countDuePurge, { query: { trashDays } });

/** A page of what was changed. @param page 1-based */
export function changesQuery(page: number) {
  return queryOptions({
    queryKey: ['organisation', 'changes', page],
    queryFn: ({ signal }) =>
      call(listOrganisationChanges, { query: { page: page - 1, size: PER_PAGE }, signal }),
    meta: { inPlace: true },
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
}

/** The latest versions of the organisation's own agreement. */
export const agreementsQuery = queryOptions({
  queryKey: ['organisation', 'agreements'],
  queryFn: ({ signal }) => call(listAgreements, { query: { size: 100 }, signal }),
  meta: { inPlace: true },
  staleTime: 0,
});
