"""Venues: full names, abbreviations, acronyms, series, archives."""

from __future__ import annotations

import pytest

from latexrefcheck.verify.match.venues import compare

CVPR = "2022 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"


@pytest.mark.parametrize(
    ("cited", "found", "state"),
    [
        ("CVPR", CVPR, "agree"),
        ("CVPR 2022", CVPR, "agree"),
        ("Proc. IEEE Conf. Comput. Vis. Pattern Recognit.", CVPR, "agree"),
        ("NIPS", "NeurIPS", "agree"),
        ("Advances in Neural Information Processing Systems 34", "NeurIPS", "agree"),
        ("Proc. Thirtieth AAAI Conf. Artificial Intelligence", "AAAI", "agree"),
        ("IEEE Trans. Image Process.", "IEEE Transactions on Image Processing", "agree"),
        ("IEEE Transactions on Image Processing", "TIP", "agree"),
        ("J. ACM", "Journal of the ACM", "agree"),
        ("Phys. Rev. Lett.", "Physical Review Letters", "agree"),
        ("Inf. Sci.", "Information Sciences", "agree"),
        ("Proc. Natl. Acad. Sci. USA", "Proceedings of the National Academy of Sciences", "agree"),
        ("IJCNN", "International Joint Conference on Neural Networks", "agree"),
        (
            "Int. Conf. Machine Learning",
            "Proceedings of the 38th International Conference on Machine Learning, ICML 2021",
            "agree",
        ),
        ("arXiv preprint arXiv:2412.00001", "CoRR", "agree"),
        ("Journal of Things", "Journal of Things", "agree"),
        ("ICML", "ICLR", "differ"),
        ("ICML", "Proceedings of the AAAI Conference on Artificial Intelligence", "differ"),
        ("International Conference on Quantum Machine Learning", "ICML", "differ"),
        ("Symposium on Neural Scaling Laws", CVPR, "differ"),
        ("IEEE Access", "IEEE Communications Letters", "differ"),
        ("Journal of Things", "The Lancet", "differ"),
        ("Proceedings of the International Workshop on Graph Things", "WGT", "agree"),
        ("IWGT", "International Workshop on Graph Things", "agree"),
        ("Workshop on Graph Things", "XYZK", "unknown"),
        ("Workshop on Graph Things", "ICML", "differ"),
        ("Workshop on Graph Things", "Nature", "differ"),
        ("ACL", "NAACL", "differ"),
        ("arXiv preprint arXiv:2412.00001", "ICLR", "unknown"),
        ("ICLR", "arXiv.org", "unknown"),
        ("ICML", "Proceedings of Machine Learning Research", "unknown"),
        ("EMNLP", "Findings of the Association for Computational Linguistics: EMNLP 2021", "unknown"),
        ("Workshop on Things at CVPR", CVPR, "unknown"),
        ("Nature", "Nature Communications", "unknown"),
        ("A Symposium on Rivers", "QXZW", "unknown"),
        ("", CVPR, "unknown"),
    ],
)
def test_names(cited: str, found: str, state: str) -> None:
    assert compare(cited, (found,)).state == state


def test_issn_settles_it() -> None:
    assert compare("Zeitschrift", ("Journal of Things",), ("1234-5679",), "1234-5679").state == "agree"


def test_any_name_of_the_record_counts() -> None:
    assert compare("CVPR", ("Lecture Notes in Rivers", CVPR)).state == "agree"
