//! The bundle and how it is written.

use std::fs;

use crate::support::{Folder, assert_fits};
use crate::{CARD, FAULTY};

#[test]
fn the_same_cards_give_the_same_bytes_wherever_they_lie() {
    let here = Folder::with(&[
        ("cards/drill.yaml", CARD),
        (
            "cards/b/drum.yml",
            "name: Drum\ntype: statistic\nstatistic: power\n",
        ),
    ]);
    let there = Folder::with(&[(
        "deep/er/all.yaml",
        &format!("name: Drum\ntype: statistic\nstatistic: power\n---\n{CARD}"),
    )]);
    let ran = here.run(&["build", "--out", "out"]).expect(0);
    assert!(
        ran.stderr.contains("wrote out/bundle.json: "),
        "{}",
        ran.stderr
    );
    there
        .run(&["build", "deep", "--out", "some/where"])
        .expect(0);
    for file in ["bundle.json", "manifest.json"] {
        let one = here.read(&format!("out/{file}"));
        assert_eq!(one, there.read(&format!("some/where/{file}")), "{file}");
    }
    let before = here.read("out/bundle.json");
    here.run(&["build", "--out", "out"]).expect(0);
    assert_eq!(before, here.read("out/bundle.json"));
    assert_eq!(here.names("out"), ["bundle.json", "manifest.json"]);
}

#[test]
fn the_bundle_has_everything_and_fits_its_schema() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "out"]).expect(0);
    let bundle: serde_json::Value =
        serde_json::from_str(&folder.read("out/bundle.json")).expect("JSON");
    assert_fits("bundle", &bundle);
    for key in ["format", "ir", "game", "cards", "kingdoms", "vocabulary"] {
        assert!(bundle.get(key).is_some(), "{key}");
    }
    let cards = bundle["cards"].as_array().expect("cards");
    let ids: Vec<&str> = cards
        .iter()
        .filter_map(|card| card["id"].as_str())
        .collect();
    assert!(ids.is_sorted(), "{ids:?}");
    let drill = cards
        .iter()
        .find(|card| card["id"] == "drill")
        .expect("the card");
    assert_eq!(
        drill,
        &serde_json::json!({
            "id": "drill", "name": "Drill", "type": "statistic", "statistic": "attack", "abilities": [], "text": ""
        })
    );
}

#[test]
fn the_manifest_tells_whether_the_files_are_whole() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "out"]).expect(0);
    let text = folder.read("out/manifest.json");
    assert!(text.len() < 2048, "{} bytes", text.len());
    let manifest: cardwright::bundle::Manifest = serde_json::from_str(&text).expect("a manifest");
    let bundle = folder.read("out/bundle.json");
    let file = &manifest.files["bundle.json"];
    assert_eq!(
        file.blake3,
        blake3::hash(bundle.as_bytes()).to_hex().to_string()
    );
    assert_eq!(file.bytes, bundle.len() as u64);
    assert_eq!(manifest.tool, env!("CARGO_PKG_VERSION"));
    let read: cardwright::bundle::Bundle = serde_json::from_str(&bundle).expect("a bundle");
    assert_eq!(manifest.counts, cardwright::bundle::Counts::of(&read));
}

#[test]
fn nothing_is_written_when_there_is_an_error() {
    let folder = Folder::with(&[("cards/drill.yaml", FAULTY)]);
    folder
        .run(&["build", "--out", "out"])
        .expect(1)
        .says(&["error[E0306]"]);
    assert!(!folder.path().join("out").exists());
    folder.write("cards/drill.yaml", CARD.as_bytes());
    folder.run(&["build", "--out", "out"]).expect(0);
    let before = folder.read("out/bundle.json");
    folder.write("cards/drill.yaml", FAULTY.as_bytes());
    folder.run(&["build", "--out", "out"]).expect(1);
    assert_eq!(before, folder.read("out/bundle.json"));
    folder.write("cards/drill.yaml", CARD.as_bytes());
    folder.write("cards/empty.yaml", b"");
    folder
        .run(&["build", "--out", "new", "--deny-warnings"])
        .expect(1);
    assert!(!folder.path().join("new").exists());
}

#[test]
fn a_place_that_cannot_be_written_to_ends_with_2() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD), ("file", "in the way")]);
    let ran = folder.run(&["build", "--out", "file/out"]).expect(2);
    assert!(
        ran.stderr.contains("could not be written"),
        "{}",
        ran.stderr
    );

    folder.run(&["build", "--out", "out"]).expect(0);
    let before = folder.read("out/bundle.json");
    fs::remove_file(folder.path().join("out/manifest.json")).expect("removed");
    fs::create_dir(folder.path().join("out/manifest.json")).expect("a folder in the way");
    folder.write(
        "cards/drum.yaml",
        b"name: Drum\ntype: statistic\nstatistic: power\n",
    );
    let ran = folder.run(&["build", "--out", "out"]).expect(2);
    assert!(ran.stderr.contains("manifest.json"), "{}", ran.stderr);
    assert_eq!(before, folder.read("out/bundle.json"));
    assert_eq!(folder.names("out"), ["bundle.json", "manifest.json"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_read_only_keeps_its_bundle() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "out"]).expect(0);
    let before = folder.read("out/bundle.json");
    folder.write(
        "cards/drum.yaml",
        b"name: Drum\ntype: statistic\nstatistic: power\n",
    );
    let out = folder.path().join("out");
    let permit =
        |mode| fs::set_permissions(&out, fs::Permissions::from_mode(mode)).expect("permissions");
    permit(0o555);
    // The administrator may write everywhere.
    let administrator = fs::write(out.join("probe"), "").is_ok();
    let ran = folder.run(&["build", "--out", "out"]);
    permit(0o755);
    if administrator {
        ran.expect(0);
    } else {
        let ran = ran.expect(2);
        assert!(ran.stderr.contains("permission denied"), "{}", ran.stderr);
        assert_eq!(before, folder.read("out/bundle.json"));
    }
}

#[test]
fn what_a_stopped_run_left_behind_is_removed() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    // No system gives a process this number.
    folder.write("out/.cardwright-4294967295-bundle.json", b"{ \"form");
    folder.write("out/.cardwright-notes", b"not ours");
    folder.run(&["build", "--out", "out"]).expect(0);
    assert_eq!(
        folder.names("out"),
        [".cardwright-notes", "bundle.json", "manifest.json"]
    );
}
