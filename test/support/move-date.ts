/** Moves the clock of JavaScript by so many milliseconds. It is sent into pages too, so it uses nothing around it. */
export function moveDate(ahead: number): void {
  const now = () => RealDate.now() + ahead;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, args, target) => Reflect.construct(real, args.length > 0 ? args : [now()], target),
    apply: () => new RealDate(now()).toString(),
    get: (real, name, self) => (name === 'now' ? now : Reflect.get(real, name, self)),
  });
}
