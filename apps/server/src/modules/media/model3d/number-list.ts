type Numbers = Float64Array | Float32Array | Int32Array;

/** A typed array that grows: for numbers whose count is not known beforehand, without an object for each. */
export class NumberList<A extends Numbers> {
  #values: A;
  length = 0;

  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#values = make(1024);
  }

  push3(a: number, b: number, c: number): void {
    if (this.length + 3 > this.#values.length) this.#grow();
    const values = this.#values;
    values[this.length] = a;
    values[this.length + 1] = b;
    values[this.length + 2] = c;
    this.length += 3;
  }

  push2(a: number, b: number): void {
    if (this.length + 2 > this.#values.length) this.#grow();
    const values = this.#values;
    values[this.length] = a;
    values[this.length + 1] = b;
    this.length += 2;
  }

  /** The numbers so far; a view that later pushes may or may not change. */
  get values(): A {
    return this.#values.subarray(0, this.length) as A;
  }

  #grow(): void {
    const larger = this.#make(Math.ceil(this.#values.length * 1.6) + 3);
    larger.set(this.#values);
    this.#values = larger;
  }
}
