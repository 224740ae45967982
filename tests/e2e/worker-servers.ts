import type { TestProject } from 'vitest/node';
import type {} from 'vitest';
import makeInstallation from '../harness/made-installation.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { makeTenants } from './made-tenants.ts';

/** What a file of tests has to know of the server of its worker. */
export interface WorkerServer {
  readonly port: number;
  readonly dataDir: string;
  /** The names of its organisations, one for each file. */
  readonly tenants: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker, in the order of `VITEST_POOL_ID`. */
    workerServers: readonly WorkerServer[];
  }
}

/** Before all browser tests: a server for each worker, and the installation that other servers begin as copies of. */
export default async function startWorkerServers(project: TestProject): Promise<() => Promise<void>> {
  const removeInstallation = await makeInstallation();
  const { testFiles } = await project.globTestFiles();
  // The program looks at its organisations every few seconds only, so they are made before anybody asks for one.
  const tenants = testFiles.map((_, index) => `site-${index + 1}`);
  const start = async () => {
    // A test that has files fetched by their address offers them on this machine.
    const server = await RunningArmarium.start({
      env: { FETCH_ALLOWED_ADDRESSES: '127.0.0.1' },
      isCopy: true,
    });
    await makeTenants(
      server,
      tenants.map((name) => ({
        name,
        displayName: 'Armarium',
        url: `http://${name}.localhost:${server.port}`,
      })),
    );
    return server;
  };
  const servers = await Promise.all(Array.from({ length: project.config.maxWorkers }, start));
  project.provide(
    'workerServers',
    servers.map(({ port, dataDir }) => ({ port, dataDir, tenants })),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
    await removeInstallation();
  };
}
