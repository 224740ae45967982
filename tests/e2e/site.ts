/** Where tests work: an organisation with an administrator, on a server that is theirs alone or shared. */
export interface Site {
  /** Such as `http://site-3.localhost:8080`. */
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  /** The name of the organisation's tenant. */
  readonly tenant: string;
  readonly username: string;
  readonly password: string;
}

/** Usernames are the installation's, which other files share. */
export function usernameAt({ tenant }: Site, name: string): string {
  return tenant === 'default' ? name : `${name} of ${tenant}`;
}
