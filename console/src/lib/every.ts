/**
 * A list of all members of a union in the order of the screen. Leaving one out does not compile, so that a value that
 * the server learns cannot be forgotten here. Only the type is imported: nothing of the server is bundled.
 */
export function everyOf<Union extends string>() {
  return <const List extends readonly Union[]>(list: [Union] extends [List[number]] ? List : never): List =>
    list;
}
