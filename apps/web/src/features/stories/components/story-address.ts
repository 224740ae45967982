import { useLocation, useNavigate, useSearchParams } from 'react-router';

const PARAMETER = 'story';

/** The address of a story over the list that is shown. */
export function storyAddress(search: URLSearchParams, uuid: string): { search: string } {
  const to = new URLSearchParams(search);
  to.set(PARAMETER, uuid);
  return { search: to.toString() };
}

/** The story that the address names, and the way back to the list. */
export function useShownStory(): { uuid: string | undefined; close(): void } {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { fromList?: boolean } | null };
  return {
    uuid: search.get(PARAMETER) ?? undefined,
    close: () => {
      if (state?.fromList) return void navigate(-1);
      const to = new URLSearchParams(search);
      to.delete(PARAMETER);
      void navigate({ search: to.toString() }, { replace: true, preventScrollReset: true });
    },
  };
}
