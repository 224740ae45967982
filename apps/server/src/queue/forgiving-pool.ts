import type pg from 'pg';

/**
 * A pool whose connections may be released twice. The library releases its listening connection twice if the
 * database goes away while the library starts to listen and is stopped (graphile-worker 0.16,
 * `listenForChanges`). The pool throws at the second time, where nobody catches the error, and that would end
 * the process.
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
  // Everything else is passed to the pool.
  return new Proxy(pool, {
    get: (target, name): unknown => (name === 'connect' ? connect : Reflect.get(target, name)),
  });
}
