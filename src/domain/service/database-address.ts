/** The addresses of a database whose hosts are separated by commas. A password may have commas too, before the last @. */
export function splitAddresses(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([^/]*\/\/(?:[^/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}
