import type pg from 'pg';

/**
 * A pool whose connections may be given back twice. The library does so with the one on which it listens, when the
 * database goes away while the library begins to listen and is stopped (graphile-worker 0.16, `listenForChanges`);
 * the pool throws at the second time, where nobody catches it, and that would end the process.
 */
export function forgivingPool(pool: pg.Pool): pg.Pool {
  type Taker = Parameters<pg.Pool['connect']>[0];
  const connect = (taker?: Taker) => {
    if (!taker) return pool.connect();
    return pool.connect((error, client, done) => {
      if (error) {
        taker(error, client, done);
        return;
      }
      let isBack = false;
      taker(error, client, (reason) => {
        if (isBack) return;
        isBack = true;
        done(reason);
      });
    });
  };
  // Everything else is the pool's.
  return new Proxy(pool, {
    get: (target, name): unknown => (name === 'connect' ? connect : Reflect.get(target, name)),
  });
}
