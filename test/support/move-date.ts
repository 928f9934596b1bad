/** Moves the JavaScript clock by this many milliseconds. It is also sent into pages, so it must not use outer variables. */
export function moveDate(ahead: number): void {
  const now = () => RealDate.now() + ahead;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, args, target) => Reflect.construct(real, args.length > 0 ? args : [now()], target),
    apply: () => new RealDate(now()).toString(),
    get: (real, name, self) => (name === 'now' ? now : Reflect.get(real, name, self)),
  });
}
