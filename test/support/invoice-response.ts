import assert from 'node:assert/strict';
import { type Tree, treeOf } from '../rendering/tree.ts';

export const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** The children of each element in the order of the UBL 2.1 schema, as far as transaction T111 has them. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  ApplicationResponse: [
    ...['CustomizationID', 'ProfileID', 'ID', 'IssueDate', 'IssueTime', 'Note'],
    ...['SenderParty', 'ReceiverParty', 'DocumentResponse'],
  ],
  SenderParty: ['EndpointID', 'PartyIdentification', 'PartyLegalEntity', 'Contact'],
  ReceiverParty: ['EndpointID', 'PartyIdentification', 'PartyLegalEntity'],
  PartyIdentification: ['ID'],
  PartyLegalEntity: ['RegistrationName'],
  DocumentResponse: ['Response', 'DocumentReference', 'IssuerParty', 'RecipientParty'],
  Response: ['ResponseCode', 'EffectiveDate', 'Status'],
  Status: ['StatusReasonCode', 'StatusReason', 'Condition'],
  DocumentReference: ['ID', 'IssueDate', 'DocumentTypeCode'],
  IssuerParty: ['PartyIdentification', 'PartyName'],
  PartyName: ['Name'],
};
/** What T111 requires of each element. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  ApplicationResponse: [
    ...['CustomizationID', 'ProfileID', 'ID', 'IssueDate'],
    ...['SenderParty', 'ReceiverParty', 'DocumentResponse'],
  ],
  SenderParty: ['EndpointID', 'PartyLegalEntity'],
  ReceiverParty: ['EndpointID', 'PartyLegalEntity'],
  PartyLegalEntity: ['RegistrationName'],
  DocumentResponse: ['Response', 'DocumentReference'],
  Response: ['ResponseCode'],
  Status: ['StatusReasonCode'],
  DocumentReference: ['ID', 'DocumentTypeCode'],
  IssuerParty: ['PartyName'],
};

/** The order and the required parts of an Invoice Response. */
export function assertFollowsSchema(xml: string): Tree {
  assert.match(xml, new RegExp(`<ApplicationResponse xmlns="${UBL}:ApplicationResponse-2"`));
  const root = treeOf(xml);
  assert.equal(root.name, 'ApplicationResponse');
  for (const { name, children, text } of root.everything()) {
    const allowed = ORDER[name];
    if (!allowed) {
      assert.deepEqual([children.length, text.trim() !== ''], [0, true], `${name} is a value and not empty`);
      continue;
    }
    const places = children.map((child) => allowed.indexOf(child.name));
    assert.ok(places.length > 0 && !places.includes(-1), `${name} has only what it may have`);
    assert.deepEqual(
      places,
      [...new Set(places)].sort((a, b) => a - b),
      `the order within ${name}`,
    );
    for (const one of REQUIRED[name] ?? [])
      assert.ok(
        children.some((child) => child.name === one),
        `${name} has ${one}`,
      );
  }
  return root;
}
