/** One example of each message of the provider. The messages met most have values, the others what is inserted in angle brackets. */
import { unknownVariables } from "../../../client/settings";
import {
  impossibleId,
  replacementFailed,
  notCreated,
  withoutStack,
  notFound,
  problemMessage,
  unknownVariable,
  unreadable,
  warningMessage,
} from "../../../provider/shared/operationMessages";
import * as endpoint from "../../../provider/notificationEndpoint/messages";
import * as account from "../../../provider/shared/account";
import type { Message } from "../../../provider/shared/message";
import * as bucket from "../../../provider/storageBucket/messages";
import * as tags from "../../../provider/virtualTag/messages";
import * as metadata from "../../../provider/virtualTagMetadata/messages";
import * as v1 from "../../../provider/virtualTagV1/messages";
import { diffContents } from "../../../rules/ruleDiff";
import { type Finding, placeOf, sentenceOf } from "../../../rules/analysis";

const id = "<id>";
const name = "<name>";
const rule = { to: "<value>", filters: { costCenter: "AWS", key: "<key>", type: "tag", operator: "exists" } } as const;
const tag = {
  ...{ id, name, rules: [rule, rule], createdBy: "<user>", createdAt: "<date>" },
  ...{ updatedBy: "<user>", updatedAt: "<later date>" },
};
const other = {
  ...{ id: "<other id>", name, rules: [rule], createdBy: "<user>", createdAt: "<other date>" },
  ...{ updatedBy: "<other user>", updatedAt: "<other later date>" },
};
const named = [other];
const owner = "(pulumi <project>/<stack>#<name>)";
const resource = "urn:pulumi:<stack>::<project>::<type>::<resource>";
const drift = { by: "<user>", at: "<date>", versionId: "<version>", previous: "<earlier version>" };
const oldest = { id: "<version>", createdAt: "<date>", createdBy: "<user>", isLive: false };
const paths = ["<fields>"];
const values = ["<value>"];
const notificationEndpoint = { id, name, type: "<type>" };
const subject = { kind: "<VirtualTag>", id, name };
const finding: Finding = { tag: 0, kind: "never-wins", rule: 7, by: [2, 5] };
const [variable = ""] = unknownVariables({ COST_ALLOCATION_DRIFT_POLCY: "refuse" });

/** The values of the messages met most. */
const team = {
  ...{ id: "3bd1f76a-e835-49db-bc66-3105a093bf16", name: "Team", rules: [rule], createdBy: "ines@example.com" },
  ...{ createdAt: "2026-01-12T08:30:00.000Z", updatedBy: "ines@example.com", updatedAt: "2026-03-02T09:00:00.000Z" },
};
const kind = "VirtualTag";
const teamUrn = "urn:pulumi:prod::cloud-bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::team";
const saved = { kind, id: team.id, name: team.name };
const edit = {
  ...{ by: "ines@example.com", at: "2026-03-02T09:00:00.000Z" },
  ...{ versionId: "92c42a5c-4c68-4c91-909f-89fe6809f8b6", previous: "5e0f8b1d-7a43-4f0e-9c1b-2d6a4e83b7f0" },
};

const { texts } = tags;
const { texts: ofMetadata } = metadata;

/** The messages, in any order. */
export const examples: readonly Message[] = [
  notFound(kind, team.id),
  account.texts.otherAccount({ ...saved, goal: "update", urn: teamUrn }),
  account.texts.otherAccountFound(saved),
  impossibleId(kind, "Team"),
  replacementFailed(kind, team.id),
  notCreated([teamUrn]),
  withoutStack(kind),
  problemMessage({ path: "<path>", message: "<problem>" }),
  warningMessage({ path: "<path>", message: "<problem>" }),
  unknownVariable(variable),
  unreadable("<VirtualTag>", id, new Error("<reason>")),
  account.texts.accountOnly(subject),

  texts.alreadyExists({ tag }),
  texts.ownedByOther({ tag, owner, mark: "(pulumi <project>/<other stack>#<name>)" }),
  texts.severalNamed({ name, named: [tag, other] }),
  texts.adoptNotFound({ id }),
  texts.adoptNamesOther({ id, name, named }),
  texts.importedFromOther({ tag, owner }),
  texts.importedBeforeLive({ tag }),
  texts.driftOfLostState({ tag, drift, isSavedSince: true }),
  texts.notFound(tag),
  texts.takenOverByOther({ tag: team, urn: teamUrn, owner: "(pulumi shop/dev#team)" }),
  texts.driftNotOverwritten({ tag: team, urn: teamUrn, drift: edit }),
  texts.driftOfV1({ tag, drift }),
  texts.ignoredNotOverwritten({ tag: team, urn: teamUrn, drift: edit, ignored: ["defaultValue"], isStaged: false }),
  texts.heldInRun({ tag: team, holder: teamUrn }),
  texts.nameTaken({ tag, name: "<new name>", others: named, isHeld: true }),
  texts.unsupported({ tag, reason: "<reason>" }),
  texts.noUrn(),
  texts.listTooSlow({ name }),
  texts.driftNotDeleted({ tag: team, urn: teamUrn, drift: edit }),
  texts.stillReferredTo({ tag: team, urn: teamUrn, by: [{ name: "Product" }] }),
  texts.referencesUnknown({ tag: team, urn: teamUrn, unreadable: [{ name: "Shared costs" }] }),
  texts.driftOverwritten({ tag, drift }),
  texts.driftStaysLive({ tag, drift }),
  texts.driftFound({ tag, drift, isRefused: true }),
  texts.driftBesideStaged({ tag, drift }),
  texts.ownedByOtherNow({ tag, owner }),
  texts.stagedNotFound({ tag, versionId: "<version>" }),
  texts.leftToOwner({ tag, owner }),
  texts.leftToDeclarer({ tag, keeper: resource }),
  texts.leftUnsaved({ tag }),
  texts.driftDeleted({ tag, drift }),
  texts.deletedWithReferences({ tag, by: [{ name: "<other name>" }] }),
  texts.manyVersions({ tag, count: 96, oldest }),
  texts.twoNamed({ tag, others: named }),
  texts.takenBack({ tag }),
  texts.adopted({ tag }),
  texts.takenOver({ tag, owner, overwrites: undefined, staysLive: false }),
  texts.takenOver({ tag, owner, overwrites: drift, staysLive: true }),
  texts.takenOver({ tag, owner, overwrites: drift, staysLive: false }),
  texts.interruptedRun({ tag }),
  texts.nothingToDelete(tag),
  texts.markOnly({ tag, owner }),
  texts.toBeTakenOver({ tag, owner }),
  texts.rulesShift({
    tag,
    urn: "urn:pulumi:<stack>::project::type::name",
    diff: diffContents(
      { rules: [rule], defaultValue: "x" },
      {
        rules: [{ ...rule, to: "<other value>", filters: { ...rule.filters, key: "<other key>" } }, rule],
        defaultValue: "x",
      },
    ),
  }),
  problemMessage(tags.whiteSpaceAround),
  problemMessage(tags.sameName(resource, resource.replace("<resource>", "<other>"), name)),
  problemMessage(tags.sameAdoption(resource, resource.replace("<resource>", "<other>"), id)),
  warningMessage({ path: placeOf(finding), message: sentenceOf(finding), code: "CA2304" }),

  ofMetadata.wholeExists({ id, values, isLost: true }),
  ofMetadata.fieldsExist({ id, paths }),
  ofMetadata.driftNotOverwritten({ id, paths }),
  ofMetadata.tagMissing({ id }),
  ofMetadata.unknownFields({ id, paths, isPartial: false }),
  ofMetadata.notAccepted({ id, paths, isPartial: false, reason: "<reason>", urn: "<urn>" }),
  ofMetadata.driftOverwritten({ id, paths }),
  ofMetadata.driftFound({ id, paths, isRefused: true }),
  ofMetadata.leftToOthers({ id, paths, isPartial: false }),
  ofMetadata.writtenAtTheSameTime({ id }),
  ofMetadata.differsAfterwards({ id }),
  ofMetadata.leftUnwritten({ id, paths }),
  ofMetadata.leftBlocked({ id, paths: ["<fields of others>"], left: paths }),
  ofMetadata.wholeTakenOver({ id, values, isLost: true }),
  ofMetadata.fieldsTakenOver({ id, paths }),
  ofMetadata.leftToDeclarer({ id, declarer: resource }),
  ofMetadata.nothingToDelete({ id }),
  ofMetadata.foundAsDeclared({ id, paths }),
  problemMessage(metadata.sameTag(resource)),
  problemMessage(metadata.declaredTwice(resource, resource.replace("<resource>", "<other>"), "<value>")),
  problemMessage(metadata.namedProto("<path>")),

  endpoint.texts.destinationHidden(notificationEndpoint),
  endpoint.texts.nameTaken(notificationEndpoint),
  endpoint.texts.cannotChange(notificationEndpoint),
  endpoint.texts.staysInService(notificationEndpoint),
  endpoint.texts.replaced(notificationEndpoint),
  endpoint.texts.alreadyExists(notificationEndpoint),
  problemMessage(endpoint.wrongType("teams")),

  v1.textsV1.alreadyExistsV1({ tag }),
  v1.textsV1.ownedByVirtualTag({ tag, owner }),
  v1.textsV1.takenOverV1({ tag, owner }),
  v1.textsV1.endOfLife(),
  warningMessage(v1.deprecation),

  warningMessage(bucket.endpointStops(["<reasons>"])),
  problemMessage(bucket.accessIsFixed("<ReadOnly>", "<ReadWrite>")),
  problemMessage(bucket.overlap("<prefix>", "<other prefix>", resource)),
];
