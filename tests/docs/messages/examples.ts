/** One example of each message of the provider. What it inserts is in angle brackets. */
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

const { texts } = tags;
const { texts: ofMetadata } = metadata;

/** The messages, in any order. */
export const examples: readonly Message[] = [
  notFound("<VirtualTag>", id),
  account.texts.otherAccount({ ...subject, goal: "update", urn: undefined }),
  account.texts.otherAccountFound(subject),
  impossibleId("<VirtualTag>", "<text>"),
  replacementFailed("<VirtualTag>", "<id>"),
  notCreated([resource]),
  withoutStack("<VirtualTag>"),
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
  texts.takenOverByOther({ tag, owner }),
  texts.driftNotOverwritten({ tag, drift }),
  texts.driftOfV1({ tag, drift }),
  texts.ignoredNotOverwritten({ tag, drift, ignored: ["<properties>"], isStaged: false }),
  texts.heldInRun({ tag, holder: resource }),
  texts.nameTaken({ tag, name: "<new name>", others: named, isHeld: true }),
  texts.unsupported({ tag, reason: "<reason>" }),
  texts.noUrn(),
  texts.listTooSlow({ name }),
  texts.driftNotDeleted({ tag, drift }),
  texts.stillReferredTo({ tag, by: [{ name: "<other name>" }] }),
  texts.referencesUnknown({ tag, unreadable: [{ name: "<other name>" }] }),
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
