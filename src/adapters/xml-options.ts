/** How every XML is read: text stays text, because a number would lose its zeros, and a name its prefix. */
export const XML_OPTIONS = {
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
} as const;
